import { Button, Skeleton } from '@mantine/core'
import type { SecondFactors } from '@portal/contract/auth/factor-api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { date } from '../../../lib/format.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { knowsPasskeys } from '../../../lib/passkeys.ts'
import { Section } from '../../../ui/outline.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './account.module.css'
import { PartFailed } from './part-failed.tsx'
import { factorsQuery } from './queries.ts'
import type { Removed } from './remove-factor-dialog.tsx'

const AddTotpDialog = lazy(async () => ({ default: (await import('./add-totp-dialog.tsx')).AddTotpDialog }))
const AddPasskeyDialog = lazy(async () => ({ default: (await import('./add-passkey-dialog.tsx')).AddPasskeyDialog }))
const RemoveFactorDialog = lazy(async () => ({
  default: (await import('./remove-factor-dialog.tsx')).RemoveFactorDialog,
}))

type Opened = { kind: 'totp' } | { kind: 'passkey' } | { kind: 'remove'; removed: Removed }

/** What is asked after the password, and what is better than a mailed code. */
export const FactorsSection = () => {
  const { data, error, refetch } = useQuery(factorsQuery)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <Section id="second-factor" title="Second step when you sign in">
      {!data && !error && <Skeleton height={120} role="status" aria-label="Loading" />}
      {!data && error && <PartFailed error={error} onRetry={() => refetch()} />}
      {data && <Factors factors={data} onOpen={setOpened} />}
      <Suspense fallback={null}>
        {opened?.kind === 'totp' && <AddTotpDialog onClose={close} />}
        {opened?.kind === 'passkey' && <AddPasskeyDialog onClose={close} />}
        {opened?.kind === 'remove' && <RemoveFactorDialog removed={opened.removed} onClose={close} />}
      </Suspense>
    </Section>
  )
}

type FactorsProps = { factors: SecondFactors; onOpen: (opened: Opened) => void }

const Factors = ({ factors: { factor, totpAddedAt, passkeys }, onOpen }: FactorsProps) => {
  const asked = <StatusBadge label="Asked first" color="green" />
  return (
    <ul className={classes.rows}>
      <FactorRow
        name="Code by e-mail"
        beside={factor === 'EMAIL' && asked}
        about={
          factor === 'EMAIL'
            ? 'An authenticator app or a passkey is safer, and takes its place.'
            : 'Not asked any more: what you added below has taken its place.'
        }
      />
      <FactorRow
        name="Authenticator app"
        beside={factor === 'TOTP' && asked}
        about={totpAddedAt ? `Added ${date(totpAddedAt)}` : 'An app on your phone shows a new code every 30 seconds.'}
      >
        <Button
          variant="default"
          aria-haspopup="dialog"
          aria-label={totpAddedAt ? 'Remove the authenticator app' : 'Add an authenticator app'}
          onClick={() => onOpen(totpAddedAt ? { kind: 'remove', removed: 'totp' } : { kind: 'totp' })}
        >
          {totpAddedAt ? 'Remove' : 'Add'}
        </Button>
      </FactorRow>
      <FactorRow
        name="Passkeys"
        beside={factor === 'PASSKEY' && asked}
        about="Your fingerprint, face, device PIN or security key. No false page can ask for it."
      >
        {knowsPasskeys() ? (
          <Button
            variant="default"
            aria-haspopup="dialog"
            aria-label="Add a passkey"
            onClick={() => onOpen({ kind: 'passkey' })}
          >
            Add
          </Button>
        ) : (
          <small>This browser knows no passkeys.</small>
        )}
      </FactorRow>
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          name={passkey.name}
          about={`Passkey · added ${date(passkey.addedAt)}${passkey.lastUsedAt ? ` · last used ${date(passkey.lastUsedAt)}` : ''}`}
        >
          <Button
            variant="default"
            aria-haspopup="dialog"
            aria-label={`Remove the passkey ${passkey.name}`}
            onClick={() => onOpen({ kind: 'remove', removed: passkey })}
          >
            Remove
          </Button>
        </FactorRow>
      ))}
    </ul>
  )
}

type FactorRowProps = { name: string; about: string; beside?: ReactNode; children?: ReactNode }

const FactorRow = ({ name, about, beside, children }: FactorRowProps) => (
  <li className={classes.row}>
    <span className={classes.about}>
      <span className={classes.first}>
        {name}
        {beside}
      </span>
      <small>{about}</small>
    </span>
    {children}
  </li>
)
