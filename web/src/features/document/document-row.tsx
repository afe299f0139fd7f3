import { ActionIcon, Button } from '@mantine/core'
import { documentTypes, ldpStateLabels, type SlvDocument } from '@portal/contract/document/model'
import { IconAlertTriangle, IconCircleCheck, IconClockHour4, IconDownload, IconTrash } from '@tabler/icons-react'
import * as format from '../../lib/format.ts'
import classes from './document.module.css'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentIcon } from './document-icon.tsx'
import { DocumentName } from './document-name.tsx'
import { useDownload, useSendToLoanDock } from './queries.ts'

type DocumentRowProps = {
  slvId: string
  document: SlvDocument
  /** What of LoanDock is told is the buyer's own. */
  showsLoanDock: boolean
  /** The asked document that it answers, or that it is an example of. */
  told?: string | undefined
  onDelete: (document: SlvDocument) => void
}

/** One file: what it is, who brought it when, and what can be done with it. */
export const DocumentRow = ({ slvId, document, showsLoanDock, told, onDelete }: DocumentRowProps) => {
  const { id, name, type, size, uploadedByName, uploadedAt, availableActions } = document
  const download = useDownload(slvId)
  return (
    <li className={classes.row}>
      <DocumentIcon type={type} />
      <div className={classes.words}>
        <div className={classes.name}>
          <DocumentName slvId={slvId} document={document} />
        </div>
        <div className={classes.under}>
          {documentTypes[type].label} · {format.fileSize(size)} · {uploadedByName} ·{' '}
          <time dateTime={uploadedAt}>{format.dateTime(uploadedAt)}</time>
        </div>
        <DocumentFacts document={document} />
        {told && <div className={classes.under}>{told}</div>}
        {showsLoanDock && <LoanDockState slvId={slvId} document={document} />}
      </div>
      <div className={classes.buttons}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`Download ${name}`}
          title="Download"
          loading={download.isPending}
          onClick={() => download.mutate(id)}
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        {availableActions.includes('delete') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Delete ${name}`}
            title="Delete"
            onClick={() => onDelete(document)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  )
}

const stateIcons = { QUEUED: IconClockHour4, SENT: IconCircleCheck, FAILED: IconAlertTriangle } as const

/** Whether LoanDock has the file, why not, and the way to try again. */
const LoanDockState = ({ slvId, document }: { slvId: string; document: SlvDocument }) => {
  const { id, name, ldpState, ldpSentAt, ldpError, availableActions } = document
  const send = useSendToLoanDock(slvId)
  const Icon = stateIcons[ldpState]
  return (
    <div className={classes.state} data-state={ldpState}>
      <Icon size={14} aria-hidden />
      <span title={ldpSentAt ? format.dateTime(ldpSentAt) : undefined}>
        LoanDock: {ldpStateLabels[ldpState]}
        {ldpState !== 'SENT' && ldpError ? `. ${ldpError}` : ''}
      </span>
      {ldpState !== 'QUEUED' && availableActions.includes('send-to-ldp') && (
        <Button
          size="compact-xs"
          variant={ldpState === 'FAILED' ? 'default' : 'subtle'}
          aria-label={`Send again: ${name}`}
          loading={send.isPending}
          onClick={() => send.mutate(id)}
        >
          Send again
        </Button>
      )}
    </div>
  )
}
