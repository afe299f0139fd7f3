import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  List,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import { endSentence } from '@portal/contract/lib/sentences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { getProblems } from '../../../lib/call-error.ts'
import { keyed } from '../../../lib/state/keyed.ts'
import { useStoredText } from '../../../lib/stored-text.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import {
  companiesQuery,
  type Invited,
  useInvite,
} from '../../../records/user/manage-queries.ts'
import { Dialog, FormDialog } from '../../../ui/dialogs.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { AddressInput, addressesIn, checkAddresses } from './address-input.tsx'

type InviteDialogProps = {
  onClose: () => void
  onInvited: (invited: Invited) => void
}

const Kept = z.object({ texts: z.array(z.string()), vendorName: z.string() })

export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const profile = useProfile()
  const choosesVendor = profile.role === 'UNDERWRITER'
  const [kept, keep] = useStoredText('invite', Kept)
  const values = kept ?? { texts: [], vendorName: '' }
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const vendor = useNewVendor()
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
    const vendorName = choosesVendor ? values.vendorName.trim() : ''
    if (vendorName) await vendor.refuseSimilar(vendorName)
    try {
      const invited = await invite.mutateAsync({
        toEmails,
        ...(vendorName && { vendorName }),
      })
      keep(null)
      onInvited(invited)
    } catch (error) {
      setProblem(getProblems(error)[0]?.error ?? null)
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
      <InviteNotes isStaff={choosesVendor} />
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
            vendor.reset()
          }}
          problem={vendor.problem}
          isNew={vendor.isNew}
          onNew={vendor.setIsNew}
        />
      ) : (
        <Text size="sm">
          {endSentence(`They will be added to ${profile.companyName}`)}
        </Text>
      )}
      {wrong > 0 && (
        <Text size="sm" role="status">
          {wrong === 1
            ? '1 highlighted address will be skipped.'
            : `${wrong} highlighted addresses will be skipped.`}
        </Text>
      )}
    </FormDialog>
  )
}

/** What doesn’t come by an invitation, and that none is sent without mail. */
const InviteNotes = ({ isStaff }: { isStaff: boolean }) => {
  const { sendsEmail } = useBranding()
  return (
    <>
      {!sendsEmail && (
        <WarningBox aria-label="No email is sent">
          The portal has no mail server, so invitations and codes aren’t sent.
          An administrator sets it up: Settings &gt; Setup shows what is
          missing.
        </WarningBox>
      )}
      {isStaff && (
        <Hint>
          Only for third-party reviewers. Staff and sellers sign in at{' '}
          {window.location.origin} and ask for access there; then give them a
          role.
        </Hint>
      )}
    </>
  )
}

const inviteLabel = (valid: number) =>
  valid > 1 ? `Send ${valid} invites` : 'Send invite'

type InviteOutcomeProps = {
  outcome: Invited
  onClose: () => void
  onMore: () => void
}

export const InviteOutcome = ({
  outcome: { invited, refused, skipped },
  onClose,
  onMore,
}: InviteOutcomeProps) => (
  <Dialog onClose={onClose} title={inviteConfirmation(invited)}>
    {refused.length > 0 && (
      <AddressList
        title="Mail to these addresses was refused before. We’ll try again:"
        items={refused.map(({ email, at }) => ({
          email,
          why: `Refused on ${dateTime(at)}`,
        }))}
      />
    )}
    {skipped.length > 0 && (
      <AddressList
        title={
          skipped.length === 1
            ? '1 address was skipped:'
            : `${skipped.length} addresses were skipped:`
        }
        items={skipped.map(({ email, reason }) => ({
          email,
          why: skipReasons[reason],
        }))}
      />
    )}
    <Group gap="xs" justify="flex-end" mt="md">
      <SecondaryButton onClick={onMore}>Invite more</SecondaryButton>
      <Button onClick={onClose} data-autofocus>
        Done
      </Button>
    </Group>
  </Dialog>
)

type AddressListProps = {
  title: string
  items: readonly { email: string; why: string }[]
}

const AddressList = ({ title, items }: AddressListProps) => (
  <>
    <Text size="sm">{title}</Text>
    <List
      listStyleType="none"
      spacing="0.25rem"
      style={{ overflowWrap: 'anywhere' }}
    >
      {keyed(items, ({ email }) => email).map(
        ({ key, item: { email, why } }) => (
          <List.Item key={key}>
            {email}{' '}
            <Text span inherit c="dimmed">
              – {why}
            </Text>
          </List.Item>
        ),
      )}
    </List>
  </>
)

const vendorsQuery = (name: string) =>
  companiesQuery({ search: name.slice(0, 100), kind: 'TPR_VENDOR', size: 50 })

const hasName = (name: string, vendors: readonly { name: string }[]) =>
  vendors.some((vendor) => vendor.name.toLowerCase() === name.toLowerCase())

/** Asks about a new name that is part of existing names; null for any other. */
export const similarVendorProblem = (
  name: string,
  vendors: readonly { name: string }[],
): string | null => {
  const [first, ...others] = vendors
  if (!first || hasName(name, vendors)) return null
  const existing =
    others.length === 0
      ? `${first.name} already exists`
      : `${first.name} and ${others.length} more already exist`
  return `${existing}. Choose one from the list, or confirm that ${name} is a new vendor.`
}

/** Whether the user confirmed that the vendor is new, and why it is doubted. */
const useNewVendor = () => {
  const queryClient = useQueryClient()
  const [isNew, setIsNew] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refuseSimilar = async (name: string) => {
    if (isNew) return
    const { items } = await queryClient.fetchQuery(vendorsQuery(name))
    const similar = similarVendorProblem(name, items)
    setProblem(similar)
    if (similar) throw new Error('Enter the vendor.')
  }
  const reset = () => {
    setProblem(null)
    setIsNew(false)
  }
  return {
    isNew,
    setIsNew,
    problem: isNew ? null : problem,
    refuseSimilar,
    reset,
  }
}

type VendorInputProps = {
  value: string
  onChange: (name: string) => void
  problem: string | null
  isNew: boolean
  onNew: (isNew: boolean) => void
}

const VendorInput = ({
  value,
  onChange,
  problem,
  isNew,
  onNew,
}: VendorInputProps) => {
  const name = value.trim()
  const [wanted] = useDebouncedValue(name, 200)
  const { data, isPlaceholderData } = useQuery({
    ...vendorsQuery(wanted),
    meta: { quiet: true },
  })
  const vendors = data?.items ?? []
  const isKnown = wanted === name && data !== undefined && !isPlaceholderData
  const isUnknown = wanted !== '' && isKnown && !hasName(wanted, vendors)
  const hasSimilar = isUnknown && vendors.length > 0
  return (
    <>
      <Autocomplete
        label="Vendor"
        placeholder="From the email domain"
        description={
          isUnknown && (isNew || !hasSimilar)
            ? `${wanted} is new. The vendor is created with this invite.`
            : 'Leave blank to use the vendor whose users have this email domain.'
        }
        error={problem}
        data={[...new Set(vendors.map((vendor) => vendor.name))]}
        value={value}
        onChange={onChange}
        maxLength={200}
        limit={50}
        openOnFocus={false}
        maxDropdownHeight={140}
        // Opens upward, so that it doesn't cover the buttons.
        comboboxProps={{
          position: 'top',
          middlewares: { flip: false, shift: true },
        }}
      />
      {(hasSimilar || isNew) && (
        <Checkbox
          label={`${name} is a new vendor`}
          checked={isNew}
          onChange={(event) => onNew(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
