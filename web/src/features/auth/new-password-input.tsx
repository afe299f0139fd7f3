import {
  passwordLength,
  passwordProblem,
  passwordScoring,
  passwordWords,
  tooEasyToGuess,
} from '@portal/contract/auth/model'
import { type Ref, useDeferredValue, useEffect, useId, useState } from 'react'
import classes from './new-password-input.module.css'
import { useBranding } from './queries.ts'
import { SecretInput } from './secret-input.tsx'

type Strength = typeof import('../../lib/password-strength.ts')

const words = ['Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

/** The measure of passwords, once it is there: it is large, and only needed where one is chosen. Null without it. */
const useStrength = () => {
  const [strength, setStrength] = useState<Strength | null>(null)
  useEffect(() => {
    // Without it the server still judges.
    import('../../lib/password-strength.ts').then(setStrength, () => {})
  }, [])
  return strength
}

type NewPasswordProps = {
  ref?: Ref<HTMLInputElement>
  size?: 'sm' | 'md'
  label: string
  email: string
  /** Whose password it is, where that is known. */
  name?: string
  value: string
  onChange: (value: string) => void
  /** What the server, or a try to send, says is wrong. */
  error: string | null
}

/** A password to be chosen: how strong it is, and why it would be refused, while it is typed. */
export const NewPasswordInput = ({
  ref,
  size = 'sm',
  label,
  email,
  name = '',
  value,
  onChange,
  error,
}: NewPasswordProps) => {
  const { name: brandName } = useBranding()
  const strength = useStrength()
  const typed = useDeferredValue(value)
  const id = useId()
  const measured = typed === '' ? undefined : strength?.measure(typed, passwordWords({ email, name, brandName }))
  const { score, advice } = measured ?? nothing
  const isEasy = measured !== undefined && score < passwordScoring.leastScore
  const problem = passwordProblem(typed, email) ?? (isEasy ? tooEasyToGuess : null)
  const missing = passwordLength.min - [...typed.normalize('NFKC')].length
  const shownScore = problem ? Math.min(score, 1) : score
  // What more letters do not mend is an error at once.
  const wrong = typed !== '' && missing <= 0 ? problem : null
  const said = typed === '' ? rule : missing > 0 ? `${missing} more to go` : words[shownScore]

  return (
    <div className={classes.field}>
      <SecretInput
        {...(ref && { ref })}
        size={size}
        label={label}
        name="new-password"
        autoComplete="new-password"
        aria-describedby={id}
        value={value}
        onChange={onChange}
        error={wrong ?? error}
      />
      <div className={classes.bars} data-score={typed === '' ? 'none' : shownScore} aria-hidden>
        <span />
        <span />
        <span />
        <span />
      </div>
      <div id={id} className={classes.words} role="status">
        <p>
          {said}
          {missing <= 0 && isEasy && advice && <span className={classes.advice}> · {advice}</span>}
        </p>
      </div>
    </div>
  )
}

const nothing = { score: 0, advice: null }
const rule = `${passwordLength.min} characters at least. Several words that do not belong together are easy to keep in mind.`

/** Why a password may not be sent yet; how easy it is to guess is left to the server. */
export const newPasswordProblem = passwordProblem
