import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './plain-field.module.css'

export type PlainFieldProps = Omit<ComponentProps<'input'>, 'size' | 'id'> & {
  label: string
  error?: ReactNode
  size?: 'sm' | 'md'
  /** Content at the end of the field. */
  beside?: ReactNode
}

/**
 * Looks like Mantine's TextInput, without Mantine's code: for the sign-in page.
 */
export const PlainField = ({
  label,
  error,
  size = 'sm',
  beside,
  ...input
}: PlainFieldProps) => {
  const id = useId()
  const problem = useId()
  const described = [input['aria-describedby'], error && problem]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classes.field} data-size={size}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box}>
        <input
          {...input}
          id={id}
          className={classes.input}
          data-with-beside={beside ? true : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {beside && <div className={classes.beside}>{beside}</div>}
      </div>
      {error && (
        <p id={problem} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
