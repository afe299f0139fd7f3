import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { readNumber, writeNumber } from '../lib/number-text.ts'

export type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'defaultValue'> & {
  value: number | null
  /** Called with the number while typing; null when the field is empty. */
  onChange: (value: number | null) => void
  onBlur?: () => void
}

type Decimals = { min: number; max: number }

/** Text that reads as a number; what does not stays as typed, and the field says so when it is left. */
const NumberField = ({
  value,
  onChange,
  onBlur,
  decimals,
  error,
  ...rest
}: NumberFieldProps & { decimals: Decimals }) => {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && readNumber(typed) === 'wrong'
  const [showsWrong, setShowsWrong] = useState(false)

  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? writeNumber(value, decimals)}
      error={isWrong && showsWrong ? 'Not a number' : error}
      onFocus={() => setShowsWrong(false)}
      onChange={(event) => {
        const text = event.currentTarget.value
        const read = readNumber(text)
        setTyped(text)
        if (read !== 'wrong') onChange(read)
      }}
      onBlur={() => {
        if (isWrong) setShowsWrong(true)
        else setTyped(null)
        onBlur?.()
      }}
    />
  )
}

/** Dollars: takes '$1,234.5' however it was pasted, shows '1,234.50' when left. */
export const MoneyInput = (props: NumberFieldProps) => (
  <NumberField leftSection="$" leftSectionPointerEvents="none" decimals={{ min: 2, max: 2 }} {...props} />
)

/** A percentage; two decimals when left. */
export const PercentInput = (props: NumberFieldProps) => (
  <NumberField rightSection="%" rightSectionPointerEvents="none" decimals={{ min: 2, max: 2 }} {...props} />
)

/** Any other figure (FICO, DSCR, months, bps): at most so many decimals, and `unit` at its end. */
export const FigureInput = ({ unit, places = 0, ...props }: NumberFieldProps & { unit?: string; places?: number }) => (
  <NumberField
    {...(unit && { rightSection: unit, rightSectionPointerEvents: 'none', rightSectionWidth: unit.length * 9 + 16 })}
    decimals={{ min: 0, max: places }}
    {...props}
  />
)
