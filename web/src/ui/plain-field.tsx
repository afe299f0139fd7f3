import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './plain-field.module.css'

export type PlainFieldProps = Omit<ComponentProps<'input'>, 'size' | 'id'> & {
  label: string
  error?: ReactNode
  /** As high as the portal's other fields, or as a screen that has little else. */
  size?: 'sm' | 'md'
  /** Stands in the field, at its end. */
  beside?: ReactNode
}

/** A field of text with its label and what is wrong with it, as Mantine's but without it: for what is loaded first. */
export const PlainField = ({ label, error, size = 'sm', beside, ...input }: PlainFieldProps) => {
  const id = useId()
  const problem = useId()
  const described = [input['aria-describedby'], error && problem].filter(Boolean).join(' ')
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
