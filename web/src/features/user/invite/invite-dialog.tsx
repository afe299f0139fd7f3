import { inviteConfirmation } from '@portal/contract/auth/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { problemsOf } from '../../../lib/call-error.ts'
import { dropText, keepText, keptText } from '../../../lib/kept-text.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useProfile } from '../../auth/queries.ts'
import { type Invited, useInvite } from '../manage-queries.ts'
import { AddressInput } from './address-input.tsx'
import { addressesIn, judged } from './addresses.ts'
import classes from './invite.module.css'
import { VendorInput } from './vendor-input.tsx'
import { vendorsQuery, vendorTwins } from './vendors.ts'

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
  const [isNewVendor, setIsNewVendor] = useState(false)
  const [vendorProblem, setVendorProblem] = useState<string | null>(null)
  const queryClient = useQueryClient()
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
    if (choosesVendor && vendorName && !isNewVendor) {
      const { items } = await queryClient.fetchQuery(vendorsQuery(vendorName))
      const question = vendorTwins(vendorName, items)
      setVendorProblem(question)
      if (question) throw new Error('Say which vendor it is.')
    }
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
        <p className={classes.note}>They will belong to {profile.companyName}.</p>
      )}
      {wrong > 0 && (
        <p className={classes.note} role="status">
          {wrong === 1
            ? '1 address is marked and will be skipped.'
            : `${wrong} addresses are marked and will be skipped.`}
        </p>
      )}
    </FormDialog>
  )
}

const inviteLabel = (sound: number) => (sound > 1 ? `Send ${sound} invites` : 'Send invite')
