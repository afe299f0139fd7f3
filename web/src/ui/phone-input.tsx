import { TextInput, type TextInputProps } from '@mantine/core'
import { phone } from '../lib/format.ts'

type PhoneInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'defaultValue'> & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A US phone number, set as '(213) 555-0142' when the field is left; what is no such number stays as typed. */
export const PhoneInput = ({ value, onChange, onBlur, ...rest }: PhoneInputProps) => (
  <TextInput
    type="tel"
    inputMode="tel"
    autoComplete="tel-national"
    {...rest}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    onBlur={() => {
      if (value.trim() !== '' && phone(value) !== value) onChange(phone(value))
      onBlur?.()
    }}
  />
)
