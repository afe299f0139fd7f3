import type { Ref } from 'react'
import { PlainField } from '../../ui/plain-field.tsx'

type EmailFieldProps = {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  error: string | null
  /** Whether the whole screen is about it. */
  isFirst?: boolean
}

/** The address by which a reviewer signs in. */
export const EmailField = ({ value, onChange, isFirst = false, ...rest }: EmailFieldProps) => (
  <PlainField
    {...rest}
    size="md"
    label="E-mail"
    type="email"
    name="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    data-page-focus={isFirst || undefined}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
