import { maxRecipients } from '@portal/contract/reporting/model'
import { roleLabels } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  recipientsQuery,
  useSendReport,
} from '../../records/reporting/queries.ts'
import { FormDialog } from '../../ui/dialogs.tsx'
import { Choices } from '../../ui/list/name-filter.tsx'
import { Hint } from '../../ui/presets.ts'

/** Emails a link to an SLV's report to people who may open the SLV. */
export const SendReportDialog = ({
  id,
  onClose,
}: {
  id: string
  onClose: () => void
}) => {
  const { data, isPending, isError } = useQuery(recipientsQuery(id))
  const { mutateAsync: send } = useSendReport(id)
  const [userIds, setUserIds] = useState<string[]>([])
  const canMail = data?.canMail ?? true
  return (
    <FormDialog
      title="Send report"
      onClose={onClose}
      submitLabel="Send"
      isSubmitDisabled={userIds.length === 0}
      onSubmit={() => send(userIds)}
    >
      <Hint>
        {canMail
          ? 'Recipients get an email with a link to the report. Only people who can open this SLV are listed.'
          : 'This portal has no mail server, so it can’t send reports.'}
      </Hint>
      <Choices
        label="Recipients"
        placeholder={userIds.length === 0 ? 'Choose people' : ''}
        data-autofocus
        disabled={!canMail}
        data={(data?.items ?? []).map(({ id, name, role, companyName }) => ({
          value: id,
          label: `${name} (${roleLabels[role]}, ${companyName})`,
        }))}
        value={userIds}
        onChange={setUserIds}
        maxValues={maxRecipients}
        error={isError && 'Couldn’t load the recipients'}
        nothingFoundMessage={isPending ? 'Loading…' : 'No matches'}
      />
    </FormDialog>
  )
}
