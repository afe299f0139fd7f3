import type { ComponentProps } from 'react'
import classes from './visually-hidden.module.css'

/**
 * Text for screen readers only. Unlike Mantine's VisuallyHidden it fits the
 * sign-in page and large tables.
 */
export const VisuallyHidden = (
  span: Omit<ComponentProps<'span'>, 'className'>,
) => <span {...span} className={classes.unseen} />
