import { Paper, type PaperProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import classes from './notice.module.css'

/**
 * A sentence above the content that it is about. Screen readers announce a
 * `status` when it appears.
 */
export const Notice = ({
  role,
  children,
}: {
  role: 'note' | 'status'
  children: ReactNode
}) => (
  <p className={classes.notice} role={role}>
    {children}
  </p>
)

/** A yellow box for what people should notice before they go on. */
export const WarningBox = (
  props: PaperProps & ComponentPropsWithoutRef<'section'>,
) => (
  <Paper
    component="section"
    p="sm"
    bd="1px solid light-dark(#e0b53c, #7a5c10)"
    bg="light-dark(#fff8e1, #2e2610)"
    {...props}
  />
)
