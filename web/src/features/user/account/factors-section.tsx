import { Button, Group, Stack, Text } from '@mantine/core'
import type { getSecondFactors } from '@portal/contract/auth/factor-api'
import { recoveryCode } from '@portal/contract/auth/model'
import type { Answer } from '@portal/contract/lib/endpoint'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { supportsPasskeys } from '../../../lib/passkeys.ts'
import { date } from '../../../lib/text/format.ts'
import { Loaded } from '../../../ui/message.tsx'
import { Section } from '../../../ui/outline.tsx'
import { Hint } from '../../../ui/presets.ts'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './account.module.css'
import type { OpenDialog } from './factor-dialogs.tsx'
import { factorsQuery } from './queries.ts'

const RecoveryCodesDialog = lazy(
  () => import('./recovery-codes-dialog.tsx'),
  'RecoveryCodesDialog',
)
const FactorDialog = lazy(() => import('./factor-dialogs.tsx'), 'FactorDialog')

export const FactorsSection = () => {
  const query = useQuery(factorsQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Section id="second-factor" title="Second sign-in step">
      <AccountRows query={query} skeletonHeight={120}>
        {(factors) => <FactorRows factors={factors} onDialog={setDialog} />}
      </AccountRows>
      {dialog && (
        <FactorDialog
          dialog={dialog}
          onClose={() => setDialog(null)}
          onCodes={setCodes}
        />
      )}
      {codes && (
        <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
      )}
    </Section>
  )
}

type Factors = Answer<typeof getSecondFactors>

type OnDialog = (dialog: OpenDialog) => void

type FactorRowsProps = { factors: Factors; onDialog: OnDialog }

const FactorRows = ({ factors, onDialog }: FactorRowsProps) => {
  const { factor, totpAddedAt, passkeys } = factors
  const askedFirst = <StatusBadge label="Default" color="green" />
  return (
    <>
      <AccountRow
        name="Code by email"
        badge={factor === 'EMAIL' && askedFirst}
        about={
          factor === 'EMAIL'
            ? 'An authenticator app or a passkey is safer and replaces it.'
            : 'Not used. The method you added below replaces it.'
        }
      />
      <AccountRow
        name="Authenticator app"
        badge={factor === 'TOTP' && askedFirst}
        about={
          totpAddedAt
            ? `Added ${date(totpAddedAt)}`
            : 'An app on your phone shows a new code every 30 seconds.'
        }
      >
        {totpAddedAt ? (
          <DialogButton
            label="Remove"
            description="Remove the authenticator app"
            onClick={() => onDialog('remove-totp')}
          />
        ) : (
          <DialogButton
            label="Add"
            description="Add an authenticator app"
            onClick={() => onDialog('add-totp')}
          />
        )}
      </AccountRow>
      <AccountRow
        name="Passkeys"
        badge={factor === 'PASSKEY' && askedFirst}
        about="Your fingerprint, face, device PIN or security key. It can’t be phished."
      >
        {supportsPasskeys() ? (
          <DialogButton
            label="Add"
            description="Add a passkey"
            onClick={() => onDialog('add-passkey')}
          />
        ) : (
          <Text size="sm">This browser doesn’t support passkeys.</Text>
        )}
      </AccountRow>
      {passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          onRemove={() => onDialog(passkey)}
        />
      ))}
      {factor !== 'EMAIL' && (
        <AccountRow
          name="Recovery codes"
          about={`${factors.recoveryCodesLeft} of ${recoveryCode.count} left. If you lose your device, each signs you in once.`}
        >
          <DialogButton
            label="New codes"
            description="New codes for a lost device"
            onClick={() => onDialog('recovery-codes')}
          />
        </AccountRow>
      )}
    </>
  )
}

type PasskeyRowProps = {
  passkey: Factors['passkeys'][number]
  onRemove: () => void
}

const PasskeyRow = ({ passkey, onRemove }: PasskeyRowProps) => {
  const { name, addedAt, lastUsedAt } = passkey
  const lastUsed = lastUsedAt ? ` · last used ${date(lastUsedAt)}` : ''
  return (
    <AccountRow
      name={name}
      about={`Passkey · added ${date(addedAt)}${lastUsed}`}
    >
      <DialogButton
        label="Remove"
        description={`Remove the passkey ${name}`}
        onClick={onRemove}
      />
    </AccountRow>
  )
}

type DialogButtonProps = {
  label: string
  /** The accessible name. */
  description: string
  onClick: () => void
}

const DialogButton = ({ label, description, onClick }: DialogButtonProps) => (
  <Button
    variant="default"
    aria-haspopup="dialog"
    aria-label={description}
    onClick={onClick}
  >
    {label}
  </Button>
)

type AccountRowsProps<T> = {
  query: UseQueryResult<T>
  skeletonHeight: number
  children: (data: T) => ReactNode
}

export const AccountRows = <T,>({
  query,
  skeletonHeight,
  children,
}: AccountRowsProps<T>) => (
  <Loaded
    what="this"
    query={query}
    skeleton={<BlockSkeleton height={skeletonHeight} />}
  >
    {(data) => (
      <Stack
        component="ul"
        className={classes.rows}
        gap={0}
        p={0}
        style={{ listStyle: 'none' }}
      >
        {children(data)}
      </Stack>
    )}
  </Loaded>
)

type AccountRowProps = {
  name: string
  about: ReactNode
  badge?: ReactNode
  children?: ReactNode
}

export const AccountRow = ({
  name,
  about,
  badge,
  children,
}: AccountRowProps) => (
  <Group
    component="li"
    gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)"
  >
    <Stack
      gap={0}
      flex="1 1 14rem"
      miw={0}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Group gap="xs" fw={500}>
        {name}
        {badge}
      </Group>
      <Hint>{about}</Hint>
    </Stack>
    {children}
  </Group>
)
