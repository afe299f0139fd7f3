import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import classes from './secret-input.module.css'

type SecretInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
}

/** A password, hidden until one asks to see it. */
export const SecretInput = ({ value, onChange, ...rest }: SecretInputProps) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={1000}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={56}
      rightSection={
        <UnstyledButton
          className={classes.toggle}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </UnstyledButton>
      }
    />
  )
}
