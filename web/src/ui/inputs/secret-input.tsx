import { useState } from 'react'
import { PlainField, type PlainFieldProps } from './plain-field.tsx'
import classes from './secret-input.module.css'

type SecretInputProps = Omit<
  PlainFieldProps,
  'value' | 'onChange' | 'type' | 'beside'
> & {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button to show it. */
export const SecretInput = ({ value, onChange, ...rest }: SecretInputProps) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <PlainField
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={1000}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      beside={
        <button
          type="button"
          className={`mantine-focus-auto ${classes.toggle}`}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
