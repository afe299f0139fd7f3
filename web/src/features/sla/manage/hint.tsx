import type { ReactNode } from 'react'
import classes from './hint.module.css'

/** What stands under the heading of a part, in small letters. */
export const Hint = ({ children }: { children: ReactNode }) => <p className={classes.hint}>{children}</p>
