import { Box, Group, Stack, Text } from '@mantine/core'
import * as model from '@portal/contract/auth/model'
import { type Ref, useDeferredValue, useEffect, useId, useState } from 'react'
import { useBranding } from '../../../records/auth/queries.ts'
import { SecretInput } from '../../../ui/inputs/secret-input.tsx'

type Strength = typeof import('../../../lib/password-strength.ts')

/**
 * The strength meter with its large dictionaries; null until it is loaded.
 * Without it the server still checks.
 */
const useStrength = () => {
  const [strength, setStrength] = useState<Strength | null>(null)
  useEffect(() => {
    import('../../../lib/password-strength.ts').then(setStrength, () => {})
  }, [])
  return strength
}

type NewPasswordProps = {
  ref?: Ref<HTMLInputElement>
  size?: 'sm' | 'md'
  label: string
  email: string
  name?: string
  value: string
  onChange: (value: string) => void
  /** The server's refusal, or a problem found on submit. */
  error: string | null
}

const describeStrength = (
  typed: string,
  missing: number,
  isStrong: boolean,
): string => {
  if (typed === '') return rule
  if (missing > 0) return `${missing} more needed`
  return isStrong ? 'Strong' : 'Weak'
}

/**
 * A new password, with its strength and why it would be refused while it is
 * typed.
 */
export const NewPasswordInput = ({
  ref,
  size = 'sm',
  email,
  name = '',
  value,
  error,
  ...field
}: NewPasswordProps) => {
  const { name: brandName } = useBranding()
  const strength = useStrength()
  const typed = useDeferredValue(value)
  const id = useId()
  const words = model.passwordWords({ email, name, brandName })
  const measured = typed === '' ? undefined : strength?.measure(typed, words)
  const isEasy =
    measured !== undefined && model.isEasyToGuess(typed, words, measured.score)
  const problem =
    model.passwordProblem(typed, email) ??
    (isEasy ? model.tooEasyToGuess : null)
  const missing = model.passwordLength.min - [...typed.normalize('NFKC')].length
  const isStrong = measured !== undefined && !problem
  // Too short is no error while typing.
  const wrong = typed !== '' && missing <= 0 ? problem : null
  const hint = describeStrength(typed, missing, isStrong)
  // A weak password fills the first of four bars.
  const weakBarColor = (bar: number) =>
    bar === 0 && typed !== '' ? weak : empty

  return (
    <Stack gap="0.375rem">
      <SecretInput
        {...(ref && { ref })}
        {...field}
        size={size}
        name="new-password"
        autoComplete="new-password"
        aria-describedby={id}
        value={value}
        error={wrong ?? error}
      />
      <Group gap="0.25rem" grow aria-hidden>
        {[0, 1, 2, 3].map((bar) => (
          <Box
            key={bar}
            h="0.25rem"
            bdrs="1rem"
            bg={isStrong ? strong : weakBarColor(bar)}
          />
        ))}
      </Group>
      <Text id={id} size="sm" mih="2.4rem" role="status">
        {hint}
        {missing <= 0 && isEasy && measured.advice && (
          <Text span inherit c="dimmed">
            {` · ${measured.advice}`}
          </Text>
        )}
      </Text>
    </Stack>
  )
}

const strong = 'light-dark(#2b8a3e, #69db7c)'
const weak = 'light-dark(#c92a2a, #ff8787)'
const empty = 'var(--portal-line)'

const rule = `${model.passwordLength.min} characters or more. Several unrelated words are easy to remember.`

/**
 * Why a password may not be sent yet; the server checks how easy it is to
 * guess.
 */
export const newPasswordProblem = model.passwordProblem
