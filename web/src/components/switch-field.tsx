import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { ToggleField } from './ui/field.tsx'
import { Switch } from './ui/switch.tsx'

interface SwitchFieldProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  name: FieldPathByValue<Input, boolean | undefined>
  label: string
  hint: string
  disabled?: boolean
}

/** Shows a form field that is on or off. */
export function SwitchField<Input extends FieldValues, Output>(props: SwitchFieldProps<Input, Output>) {
  return (
    <Controller
      control={props.control}
      name={props.name}
      render={({ field }) => (
        <ToggleField label={props.label} hint={props.hint}>
          <Switch checked={field.value === true} onCheckedChange={field.onChange} disabled={props.disabled} />
        </ToggleField>
      )}
    />
  )
}
