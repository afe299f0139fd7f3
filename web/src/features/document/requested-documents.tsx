import { Group, Stack, Text } from '@mantine/core'
import {
  type DocumentType,
  outcomeLabels,
} from '@portal/contract/document/model'
import { areAnswersSent } from '@portal/contract/document/policy'
import {
  answerText,
  areAnswersUnsent,
  isMissing,
} from '@portal/contract/document/texts'
import { endSentence } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import * as format from '../../lib/text/format.ts'
import classes from '../../records/document/document.module.css'
import {
  DocumentIcon,
  DocumentName,
} from '../../records/document/document-name.tsx'
import {
  useAcceptAnswer,
  useUploadKind,
  useWithdrawAnswer,
} from '../../records/document/queries.ts'
import { Hint, SmallButton } from '../../ui/presets.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AnswerChoices } from './answer-choices.tsx'
import { SendDocuments } from './send-documents.tsx'

const missingText = (missing: SlvDetail['pendingDocuments'], count: number) =>
  endSentence(
    `${missing.length} of ${count} still missing: ${missing.map(({ name }) => name).join('; ')}`,
  )

type RequestingSlv = Pick<
  SlvDetail,
  | 'id'
  | 'status'
  | 'resubmitCount'
  | 'sellerId'
  | 'underwriterId'
  | 'underwriterName'
  | 'pendingDocuments'
  | 'availableActions'
  | 'documents'
>

/**
 * The requested documents of an SLV with their files and answers. The seller
 * answers them here, and sends them together.
 */
export const RequestedDocuments = ({ slv }: { slv: RequestingSlv }) => {
  const { pendingDocuments: requested } = slv
  const missing = requested.filter(isMissing)
  const mayAnswer = slv.availableActions.includes('upload-pending-documents')
  return (
    <div>
      <Text role="status" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {missing.length === 0
          ? completeText(slv)
          : missingText(missing, requested.length)}
      </Text>
      <ul className={classes.list} aria-label="Requested documents">
        {requested.map((asked) => (
          <RequestedDocument
            key={asked.id}
            slv={slv}
            asked={asked}
            mayAnswer={mayAnswer}
          />
        ))}
      </ul>
      {mayAnswer && <SendDocuments slv={slv} />}
    </div>
  )
}

function completeText(slv: RequestingSlv): string {
  const { status, pendingDocuments } = slv
  const isAllFiles = pendingDocuments.every(
    ({ answer, outcome }) => answer === null && outcome === null,
  )
  const result = isAllFiles
    ? 'All documents are uploaded.'
    : 'All requested documents are answered.'
  if (areAnswersUnsent(slv))
    return `${result} They haven’t been sent to the underwriter yet.`
  return status === 'DOCUMENTS_RECEIVED'
    ? `${result} The request is back with the underwriter.`
    : result
}

type PendingDocument = SlvDetail['pendingDocuments'][number]

type RequestedDocumentProps = {
  slv: RequestingSlv
  asked: PendingDocument
  mayAnswer: boolean
}

/**
 * One requested document: its note, example, files and answer, and for the
 * seller the ways to answer it.
 */
const RequestedDocument = ({
  slv,
  asked,
  mayAnswer,
}: RequestedDocumentProps) => {
  const { id, name, note, example, outcome } = asked
  const files = slv.documents.filter(
    ({ pendingDocumentId }) => pendingDocumentId === id,
  )
  return (
    <Stack
      component="li"
      gap={6}
      py="sm"
      style={{ overflowWrap: 'anywhere' }}
      aria-label={name}
    >
      <Group justify="space-between" gap="0.125rem var(--mantine-spacing-sm)">
        <strong style={{ fontWeight: 500 }}>{name}</strong>
        <RequestBadge asked={asked} />
      </Group>
      {note && <Hint style={{ whiteSpace: 'pre-wrap' }}>{note}</Hint>}
      {example && <FileLine slvId={slv.id} label="Example:" file={example} />}
      {files.map((file) => (
        <FileLine key={file.id} slvId={slv.id} file={file} />
      ))}
      {asked.answer && <Answer slv={slv} asked={asked} answer={asked.answer} />}
      {mayAnswer && outcome === null && (
        <AnswerChoices slv={slv} asked={asked} />
      )}
    </Stack>
  )
}

const RequestBadge = ({ asked }: { asked: PendingDocument }) => {
  const { receivedAt, answer, outcome } = asked
  if (outcome)
    return (
      <StatusBadge
        color={outcome.kind === 'ACCEPTED' ? 'green' : 'gray'}
        label={`${outcomeLabels[outcome.kind]} ${format.date(outcome.at)}`}
      />
    )
  if (receivedAt)
    return (
      <StatusBadge
        color="green"
        label={`Received ${format.dateTime(receivedAt)}`}
      />
    )
  if (answer) return <StatusBadge color="blue" label="Answered" />
  return <StatusBadge color="orange" label="Missing" />
}

type AnswerProps = {
  slv: RequestingSlv
  asked: PendingDocument
  answer: NonNullable<PendingDocument['answer']>
}

/**
 * The seller's answer, which they can withdraw until it is sent, and which the
 * underwriter accepts after that.
 */
const Answer = ({ slv, asked, answer }: AnswerProps) => {
  const isUnderwriter = useUploadKind(slv) === 'UNDERWRITER'
  const mayAccept =
    isUnderwriter && asked.outcome === null && areAnswersSent(slv.status)
  const mayWithdraw =
    asked.outcome === null &&
    slv.availableActions.includes('upload-pending-documents')
  return (
    <>
      {answer.document ? (
        <FileLine slvId={slv.id} label="Already sent:" file={answer.document} />
      ) : (
        <Text fz="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {answerText(answer)}
        </Text>
      )}
      <Hint fz="xs">
        {answer.answeredByName}, {format.dateTime(answer.answeredAt)}
      </Hint>
      {mayWithdraw && (
        <WithdrawAnswer slvId={slv.id} asked={asked} answer={answer} />
      )}
      {mayAccept && (
        <AcceptAnswer
          slv={slv}
          asked={asked}
          canRequest={slv.availableActions.includes('set-pending-documents')}
        />
      )}
    </>
  )
}

type WithdrawAnswerProps = Pick<AnswerProps, 'asked' | 'answer'> & {
  slvId: string
}

const WithdrawAnswer = ({ slvId, asked, answer }: WithdrawAnswerProps) => {
  const withdraw = useWithdrawAnswer(slvId)
  const { kind, document, reason } = answer
  const body = document
    ? { kind, documentId: document.id }
    : { kind, reason: reason ?? '' }
  return (
    <SmallButton
      style={{ alignSelf: 'flex-start' }}
      loading={withdraw.isPending}
      aria-label={`Withdraw my answer: ${asked.name}`}
      onClick={() => withdraw.mutate({ pendingId: asked.id, body })}
    >
      Withdraw my answer
    </SmallButton>
  )
}

type AcceptAnswerProps = {
  slv: RequestingSlv
  asked: PendingDocument
  canRequest: boolean
}

const AcceptAnswer = ({ slv, asked, canRequest }: AcceptAnswerProps) => {
  const accept = useAcceptAnswer(slv.id)
  return (
    <Group gap="xs">
      <SmallButton
        loading={accept.isPending}
        aria-label={`Accept the answer: ${asked.name}`}
        onClick={() => accept.mutate(asked.id)}
      >
        Accept
      </SmallButton>
      <Hint fz="xs">
        {canRequest
          ? 'To ask for it again, use “Request documents”.'
          : 'You can ask for it again once the review is started.'}
      </Hint>
    </Group>
  )
}

type FileLineProps = {
  slvId: string
  label?: string
  file: { id: string; name: string; type: DocumentType }
}

const FileLine = ({ slvId, label, file }: FileLineProps) => (
  <Group
    component="p"
    className={classes.file ?? ''}
    align="flex-start"
    gap="0.375rem"
    wrap="nowrap"
    fz="sm"
  >
    {label && <span style={{ flex: 'none' }}>{label}</span>}
    <DocumentIcon type={file.type} size={16} />
    <DocumentName slvId={slvId} document={file} />
  </Group>
)
