import { Paper, type PaperProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

/** A yellow box for what people should notice before they go on. */
export const WarningBox = (props: PaperProps & ComponentPropsWithoutRef<'section'>) => (
  <Paper
    component="section"
    p="sm"
    bd="1px solid light-dark(#e0b53c, #7a5c10)"
    bg="light-dark(#fff8e1, #2e2610)"
    {...props}
  />
)
