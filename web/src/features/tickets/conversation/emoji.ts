/** Emoji an attendant often uses; the system's own picker has the rest. */
const SIGNS =
  '😀😃😄😁😅😂🤣😊🙂😉😍😘😜🤔😐🙄😴😷😎🥳🥰😇🤗🤩😢😭😡😱😳🤯🙏👍👎👌👏🙌💪🤝👋✌️👀❤️💚💛💔✨🔥🎉🎁⭐✅❌⚠️❓❗📌📎📍📦🚚💳💰🧾📅⏰📞📱🏪🛒☕🍕'

export const EMOJI = Array.from(
  new Intl.Segmenter('pt', { granularity: 'grapheme' }).segment(SIGNS),
  ({ segment }) => segment,
)
