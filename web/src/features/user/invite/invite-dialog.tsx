import { Button, Group, List, Modal, Text } from '@mantine/core'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { problemsOf } from '../../../lib/call-error.ts'
import { useKept } from '../../../lib/kept-text.ts'
import { keyed } from '../../../lib/state/keyed.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import { useProfile } from '../../auth/queries.ts'
import { type Invited, useInvite } from '../manage-queries.ts'
import { AddressInput, addressesIn, checkAddresses } from './address-input.tsx'
import { similarVendorProblem, VendorInput, vendorsQuery } from './vendor-input.tsx'

type InviteDialogProps = { onClose: () => void; onInvited: (invited: Invited) => void }

const Kept = z.object({ texts: z.array(z.string()), vendorName: z.string() })

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const profile = useProfile()
  const choosesVendor = profile.role === 'UNDERWRITER'
  const [kept, keep] = useKept('invite', Kept)
  const values = kept ?? { texts: [], vendorName: '' }
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isNewVendor, setIsNewVendor] = useState(false)
  const [vendorProblem, setVendorProblem] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const invite = useInvite()
  const addresses = checkAddresses(values.texts)
  const wrong = addresses.filter((address) => address.problem !== null).length

  const set = (part: Partial<typeof values>) => {
    keep({ ...values, ...part })
    setProblem(null)
  }
  const send = async () => {
    const toEmails = [...values.texts, ...addressesIn(typed)]
    if (toEmails.length === 0) {
      setProblem(inviteConfirmation([]))
      throw new Error('Type or paste at least one address.')
    }
    const vendorName = values.vendorName.trim()
    if (choosesVendor && vendorName && !isNewVendor) {
      const { items } = await queryClient.fetchQuery(vendorsQuery(vendorName))
      const similar = similarVendorProblem(vendorName, items)
      setVendorProblem(similar)
      if (similar) throw new Error('Enter the vendor.')
    }
    try {
      const invited = await invite.mutateAsync({ toEmails, ...(choosesVendor && vendorName && { vendorName }) })
      keep(null)
      onInvited(invited)
    } catch (error) {
      setProblem(problemsOf(error).map((one) => one.error)[0] ?? null)
      throw error
    }
  }

  return (
    <FormDialog
      title="Invite reviewers"
      onClose={onClose}
      submitLabel={inviteLabel(addresses.length - wrong)}
      onSubmit={send}
    >
      <AddressInput
        label="Email addresses"
        addresses={addresses}
        onChange={(texts) => set({ texts })}
        typed={typed}
        onTyped={setTyped}
        error={problem}
      />
      {choosesVendor ? (
        <VendorInput
          value={values.vendorName}
          onChange={(vendorName) => {
            set({ vendorName })
            setVendorProblem(null)
            setIsNewVendor(false)
          }}
          problem={isNewVendor ? null : vendorProblem}
          isNew={isNewVendor}
          onNew={setIsNewVendor}
        />
      ) : (
        <Text size="sm">They will belong to {profile.companyName}.</Text>
      )}
      {wrong > 0 && (
        <Text size="sm" role="status">
          {wrong === 1
            ? '1 address is marked and will be skipped.'
            : `${wrong} addresses are marked and will be skipped.`}
        </Text>
      )}
    </FormDialog>
  )
}

const inviteLabel = (valid: number) => (valid > 1 ? `Send ${valid} invites` : 'Send invite')

type InviteOutcomeProps = { outcome: Invited; onClose: () => void; onMore: () => void }

export const InviteOutcome = ({ outcome: { invited, skipped }, onClose, onMore }: InviteOutcomeProps) => (
  <Modal opened onClose={onClose} title={inviteConfirmation(invited)}>
    <Text size="sm">{skipped.length === 1 ? 'One was skipped:' : `${skipped.length} were skipped:`}</Text>
    <List listStyleType="none" spacing="0.25rem" style={{ overflowWrap: 'anywhere' }}>
      {keyed(skipped, ({ email }) => email).map(({ key, item: { email, reason } }) => (
        <List.Item key={key}>
          {email}{' '}
          <Text span inherit c="dimmed">
            – {skipReasons[reason]}
          </Text>
        </List.Item>
      ))}
    </List>
    <Group gap="xs" justify="flex-end" mt="md">
      <SecondaryButton onClick={onMore}>Invite others</SecondaryButton>
      <Button onClick={onClose} data-autofocus>
        Done
      </Button>
    </Group>
  </Modal>
)
