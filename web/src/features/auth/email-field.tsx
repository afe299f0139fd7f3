import { email, required } from '@portal/contract/lib/fields'
import type { Ref } from 'react'
import { PlainField } from '../../ui/inputs/plain-field.tsx'

/**
 * Why an address is invalid, by the server's rule; the server never reveals
 * whether an account exists.
 */
export const emailProblem = (typed: string): string | null =>
  typed.trim() === ''
    ? required
    : (email.safeParse(typed).error?.issues[0]?.message ?? null)

type EmailFieldProps = {
  ref: Ref<HTMLInputElement>
  value: string
  onChange: (value: string) => void
  error: string | null
  /** Takes the focus when the screen opens. */
  isFirst?: boolean
}

export const EmailField = ({
  value,
  onChange,
  isFirst = false,
  ...rest
}: EmailFieldProps) => (
  <PlainField
    {...rest}
    size="md"
    label="Email"
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
