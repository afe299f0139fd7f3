import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from './message.tsx'

type TryAgainProps = ButtonProps & { onClick: () => unknown }

/** The button that loads again what couldn't be loaded. */
export const TryAgain = ({ onClick, ...props }: TryAgainProps) => (
  <Button variant="default" {...props} onClick={() => void onClick()}>
    Try again
  </Button>
)

type LoadFailedProps = Omit<TryAgainProps, 'children'> & { what: string; error: Error; children?: ReactNode }

/** In place of content that couldn't be loaded: 'Couldn’t load the Tdoc', why, and a button to try again. */
export const LoadFailed = ({ what, error, children, ...button }: LoadFailedProps) => (
  <EmptyState title={`Couldn’t load ${what}`} why={error.message}>
    <TryAgain {...button} />
    {children}
  </EmptyState>
)
