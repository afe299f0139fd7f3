import { Button, Group, Input, Kbd, UnstyledButton } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import type { SlvDecisionRequest, SlvRequest } from '@portal/contract/slv-request/model'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { useKeys, useKeysOn } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { SmallButton } from '../../../ui/presets.ts'
import { SlvStatusBadge } from '../shared/slv-status.tsx'
import { Answer } from './decision-card.tsx'
import { focusElement } from './focus.ts'
import { commentStorage } from './use-answers.ts'
import classes from './variance.module.css'
import { VarianceFacts, VarianceTitle } from './variance-facts.tsx'

const ChangeAnswerDialog = lazy(() => import('./answer-dialogs.tsx'), 'ChangeAnswerDialog')
const DeleteAnswerDialog = lazy(() => import('./answer-dialogs.tsx'), 'DeleteAnswerDialog')

export const answerKeys = [
  { key: 'a', decision: 'APPROVED', label: 'Approve' },
  { key: 'd', decision: 'DECLINED', label: 'Deny' },
  { key: 'n', decision: 'NOT_NEEDED', label: 'Not needed' },
] as const

type VarianceCardProps = {
  ids: { card: string; comment: string }
  slv: SlvDetail
  request: SlvRequest
  answer: SlvDecisionRequest | null
  /** Of the answer, also while it is being sent. */
  decision: Decision | null
  isActive: boolean
  mayAnswer: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onAnswer: (decision: Decision) => void
}

/** A variance to answer; once it is answered, one line that unfolds. */
export const VarianceCard = (props: VarianceCardProps) => {
  const { ids, slv, request, answer, decision, isActive, mayAnswer, onFocus, onKeyDown, onAnswer } = props
  const [isOpen, setIsOpen] = useState(false)
  const [dialog, setDialog] = useState<AnswerDialog | null>(null)
  const isFolded = decision !== null && !isOpen
  const Dialog = dialog === 'delete' ? DeleteAnswerDialog : ChangeAnswerDialog
  // If saving the answer failed, there is nothing to change.
  if (decision === null && dialog) setDialog(null)
  useKeys(
    [
      {
        keys: 'm',
        label: decision ? 'Change the answer' : 'Comment on the variance',
        isOff: !isActive,
        run: () => (decision ? setDialog('change') : focusElement(ids.comment)),
      },
    ],
    { group: 'Variances' },
  )
  return (
    <li>
      <article
        id={ids.card}
        className={classes.card}
        tabIndex={-1}
        aria-label={request.summary}
        data-active={isActive || undefined}
        data-folded={isFolded || undefined}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        {decision === null ? (
          <h3>
            <VarianceTitle request={request} />
          </h3>
        ) : (
          <Group component="h3" gap="xs" wrap="nowrap">
            <UnstyledButton className={classes.fold ?? ''} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              <VarianceTitle request={request} />
            </UnstyledButton>
            <SlvStatusBadge status={decision} />
          </Group>
        )}
        {!isFolded && <VarianceFacts slv={slv} request={request} />}
        {decision === null && mayAnswer && (
          <div className={classes.answers}>
            <AnswerButtons isActive={isActive} onAnswer={onAnswer} />
            <CommentInput id={ids.comment} requestId={request.id} cardId={ids.card} />
          </div>
        )}
        {!isFolded && answer && <GivenAnswer answer={answer} onOpen={mayAnswer && setDialog} />}
      </article>
      {dialog && answer && (
        <Suspense fallback={null}>
          <Dialog {...{ slvId: slv.id, request, answer }} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </li>
  )
}

const AnswerButtons = ({ isActive, onAnswer }: Pick<VarianceCardProps, 'isActive' | 'onAnswer'>) => {
  const hasKeys = useKeysOn() && isActive
  return answerKeys.map(({ key, decision, label }) => (
    <Button
      key={key}
      variant="default"
      title={hasKeys ? `${label} (${key.toUpperCase()})` : label}
      aria-keyshortcuts={hasKeys ? key : undefined}
      rightSection={
        <Kbd size="xs" aria-hidden opacity={hasKeys ? 1 : 0.4}>
          {key.toUpperCase()}
        </Kbd>
      }
      onClick={() => onAnswer(decision)}
    >
      {label}
    </Button>
  ))
}

type CommentInputProps = { id: string; requestId: string; cardId: string }

const CommentInput = ({ id, requestId, cardId }: CommentInputProps) => {
  const [storage] = useState(() => commentStorage(requestId))
  const [text, setText] = useState(storage.read() ?? '')
  return (
    <Input
      component="textarea"
      id={id}
      className={classes.comment ?? ''}
      multiline
      rows={1}
      aria-label="Comment for the seller"
      placeholder="Comment for the seller"
      title="Comment (M). The seller sees it once the decision is final."
      maxLength={4000}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        storage.write(value === '' ? null : value)
      }}
      onKeyDown={({ key }) => key === 'Escape' && document.getElementById(cardId)?.focus()}
    />
  )
}

type AnswerDialog = 'change' | 'delete'
type GivenAnswerProps = { answer: SlvDecisionRequest; onOpen: false | ((dialog: AnswerDialog) => void) }

const GivenAnswer = ({ answer, onOpen }: GivenAnswerProps) => (
  <div className={classes.given}>
    <Answer answer={answer} />
    {onOpen && (
      <Group gap="xs" mt="xs">
        <SmallButton title="Change answer (M)" onClick={() => onOpen('change')}>
          Change answer
        </SmallButton>
        <SmallButton onClick={() => onOpen('delete')}>Delete answer</SmallButton>
      </Group>
    )}
  </div>
)
