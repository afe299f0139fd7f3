import type { ComponentProps } from 'react'
import classes from './unseen.module.css'

/** What is heard and not seen. Without Mantine, for the sign-in page and for rows by the hundred. */
export const Unseen = (span: Omit<ComponentProps<'span'>, 'className'>) => <span {...span} className={classes.unseen} />
