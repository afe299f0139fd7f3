import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { inviteConfirmation } from '@portal/contract/auth/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { problemsOf } from '../../../lib/call-error.ts'
import { dropText, keepText, keptText } from '../../../lib/kept-text.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useProfile } from '../../auth/queries.ts'
import { companiesQuery, type Invited, useInvite } from '../manage-queries.ts'
import { AddressInput } from './address-input.tsx'
import { addressesIn, judged } from './addresses.ts'
import classes from './invite.module.css'

type InviteDialogProps = { onClose: () => void; onInvited: (invited: Invited) => void }

/** What is typed is kept until it is sent, also over a session that ends. */
const keptName = 'invite'
const Kept = z.object({ texts: z.array(z.string()), vendorName: z.string() })

/** Invites reviewers: several addresses at once, each checked as it is typed; an underwriter may say for which vendor. */
export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps) => {
  const profile = useProfile()
  const choosesVendor = profile.role === 'UNDERWRITER'
  const [values, setValues] = useState(() => {
    const kept = Kept.safeParse(keptText(keptName))
    return kept.success ? kept.data : { texts: [], vendorName: '' }
  })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const invite = useInvite()
  const addresses = judged(values.texts)
  const wrong = addresses.filter((address) => address.problem !== null).length

  const set = (part: Partial<typeof values>) => {
    const next = { ...values, ...part }
    setValues(next)
    setProblem(null)
    keepText(keptName, next)
  }
  const send = async () => {
    const toEmails = [...values.texts, ...addressesIn(typed)]
    if (toEmails.length === 0) {
      setProblem(inviteConfirmation([]))
      throw new Error('Type or paste at least one address.')
    }
    const vendorName = values.vendorName.trim()
    try {
      const invited = await invite.mutateAsync({ toEmails, ...(choosesVendor && vendorName && { vendorName }) })
      dropText(keptName)
      onInvited(invited)
    } catch (error) {
      setProblem(problemsOf(error).map((one) => one.error)[0] ?? null)
      throw error
    }
  }

  return (
    <FormDialog
      title="Invite reviewers"
      isOpen
      onClose={onClose}
      submitLabel={inviteLabel(addresses.length - wrong)}
      onSubmit={send}
    >
      <AddressInput
        label="E-mail addresses"
        addresses={addresses}
        onChange={(texts) => set({ texts })}
        typed={typed}
        onTyped={setTyped}
        error={problem}
      />
      {wrong > 0 && (
        <p className={classes.note} role="status">
          {wrong === 1
            ? '1 address is marked and will be skipped.'
            : `${wrong} addresses are marked and will be skipped.`}
        </p>
      )}
      {choosesVendor ? (
        <VendorInput value={values.vendorName} onChange={(vendorName) => set({ vendorName })} />
      ) : (
        <p className={classes.note}>They will belong to {profile.companyName}.</p>
      )}
    </FormDialog>
  )
}

const inviteLabel = (sound: number) => (sound > 1 ? `Send ${sound} invites` : 'Send invite')

type VendorInputProps = { value: string; onChange: (name: string) => void }

/** One of the vendors, or a new one by its name. */
const VendorInput = ({ value, onChange }: VendorInputProps) => {
  const [wanted] = useDebouncedValue(value.trim(), 200)
  const { data, isPlaceholderData } = useQuery({
    ...companiesQuery({ search: wanted, kind: 'TPR_VENDOR', size: 50 }),
    meta: { quiet: true },
  })
  const names = data?.items.map(({ name }) => name) ?? []
  const isNew =
    wanted !== '' &&
    wanted === value.trim() &&
    data !== undefined &&
    !isPlaceholderData &&
    !names.some((name) => name.toLowerCase() === wanted.toLowerCase())
  return (
    <Autocomplete
      label="Vendor"
      placeholder="By the mail domain"
      description={
        isNew
          ? `${wanted} is new: the vendor is made with this invite.`
          : 'Left empty, it is the vendor whose people have that mail domain.'
      }
      data={[...new Set(names)]}
      value={value}
      onChange={onChange}
      maxLength={200}
      limit={50}
      openOnFocus={false}
      // Over the addresses, not over the buttons.
      comboboxProps={{ position: 'top' }}
    />
  )
}
