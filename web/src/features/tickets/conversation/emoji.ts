/** The emoji an attendant reaches for; the system's own picker has the rest. */
const SIGNS =
  '😀😃😄😁😅😂🤣😊🙂😉😍😘😜🤔😐🙄😴😷😎🥳🥰😇🤗🤩😢😭😡😱😳🤯🙏👍👎👌👏🙌💪🤝👋✌️👀❤️💚💛💔✨🔥🎉🎁⭐✅❌⚠️❓❗📌📎📍📦🚚💳💰🧾📅⏰📞📱🏪🛒☕🍕'

export const EMOJI = Array.from(
  new Intl.Segmenter('pt', { granularity: 'grapheme' }).segment(SIGNS),
  ({ segment }) => segment,
)
