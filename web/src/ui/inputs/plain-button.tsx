import type { ReactNode } from 'react'
import classes from './plain-button.module.css'

type Look = { isQuiet?: boolean; isBusy?: boolean; children: ReactNode }

const getClassName = ({ isQuiet }: Look) =>
  `mantine-focus-auto ${classes.button} ${isQuiet ? classes.quiet : classes.filled}`

type PlainButtonProps = Look & {
  type?: 'button' | 'submit'
  disabled?: boolean
  onClick?: () => void
}

/**
 * Looks like Mantine's button of size md, without Mantine's code: for the
 * sign-in page.
 */
export const PlainButton = ({
  type = 'button',
  disabled = false,
  onClick,
  ...look
}: PlainButtonProps) => (
  <button
    type={type}
    className={getClassName(look)}
    disabled={disabled || look.isBusy}
    data-busy={look.isBusy || undefined}
    onClick={onClick}
  >
    <span>{look.children}</span>
  </button>
)

type PlainButtonLinkProps = Look & { href: string; onClick?: () => void }

/** The same as a link out of the portal. */
export const PlainButtonLink = ({
  href,
  onClick,
  ...look
}: PlainButtonLinkProps) => (
  <a
    className={getClassName(look)}
    href={href}
    data-busy={look.isBusy || undefined}
    onClick={onClick}
  >
    <span>{look.children}</span>
  </a>
)
