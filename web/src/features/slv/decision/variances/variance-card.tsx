import { Button, Group, Input, Kbd, Text, UnstyledButton } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import type {
  SlvDecisionRequest,
  SlvRequest,
} from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { type KeyboardEvent, Suspense, useState } from 'react'
import { useDraftState } from '../../../../lib/autosave/use-draft.ts'
import { useKeys, useKeysOn } from '../../../../lib/keys.ts'
import { lazy } from '../../../../lib/lazy.tsx'
import { SlvStatusBadge } from '../../../../records/slv/slv-status.tsx'
import { SmallButton } from '../../../../ui/presets.ts'
import { getAnswer, getTypedComment } from '../answer-draft.ts'
import { AnswerConflicts, AnswerSaving } from '../answer-saving.tsx'
import { Answer, type AnswerFacts } from '../decision-card.tsx'
import { cardId, commentId, focusElement } from '../focus.ts'
import type { ReviewDraft } from '../review-draft.ts'
import { LikeCases } from './like-cases.tsx'
import classes from './variance.module.css'
import { VarianceFacts, VarianceTitle } from './variance-facts.tsx'

const ChangeAnswerDialog = lazy(
  () => import('../answer-dialogs.tsx'),
  'ChangeAnswerDialog',
)
const DeleteAnswerDialog = lazy(
  () => import('../answer-dialogs.tsx'),
  'DeleteAnswerDialog',
)

export const answerKeys = [
  { key: 'a', decision: 'APPROVED', label: 'Approve' },
  { key: 'd', decision: 'DECLINED', label: 'Deny' },
  { key: 'n', decision: 'NOT_NEEDED', label: 'Not needed' },
] as const

type VarianceCardProps = {
  slv: SlvDetail
  request: SlvRequest
  draft: ReviewDraft
  /** Of the answer, also while it isn't saved yet. */
  decision: Decision | null
  isActive: boolean
  mayAnswer: boolean
  /**
   * A new decision whose comment was written for the present one: a dialog asks
   * what to do with it.
   */
  changedTo: Decision | null
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onAnswer: (decision: Decision) => void
  /** The dialog about the changed answer was closed. */
  onChanged: () => void
}

type AnswerDialog = 'change' | 'delete'

/** A variance to answer; once it is answered, one line that unfolds. */
export const VarianceCard = (props: VarianceCardProps) => {
  const { slv, request, draft, decision, isActive, mayAnswer, changedTo } =
    props
  const saved = findAnswer(slv.slvDecisionRequests, request.id) ?? null
  const prepared = useDraftState(draft, (state) => getAnswer(state, request.id))
  const answer = mayAnswer ? prepared : saved
  const [isOpen, setIsOpen] = useState(false)
  const [dialog, setDialog] = useState<AnswerDialog | null>(null)
  const isCollapsed = decision !== null && !isOpen
  useCommentKey(props, () => setDialog('change'))
  const closeDialog = () => {
    setDialog(null)
    props.onChanged()
  }
  return (
    <li>
      <article
        id={cardId(request.id)}
        className={classes.card}
        tabIndex={-1}
        aria-label={request.summary}
        data-active={isActive || undefined}
        data-folded={isCollapsed || undefined}
        onFocus={props.onFocus}
        onKeyDown={props.onKeyDown}
      >
        <CardHeading
          request={request}
          decision={decision}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
        />
        {isCollapsed && <FoldedComment text={answer?.comment} />}
        {!isCollapsed && (
          <>
            <VarianceFacts slv={slv} request={request} />
            <LikeCases slv={slv} request={request} />
          </>
        )}
        {decision === null && mayAnswer && (
          <div className={classes.answers}>
            <AnswerButtons isActive={isActive} onAnswer={props.onAnswer} />
            <CommentInput draft={draft} requestId={request.id} />
          </div>
        )}
        {!isCollapsed && answer && (
          <GivenAnswer
            answer={answer}
            isDeletable={saved !== null}
            onOpen={mayAnswer && setDialog}
          />
        )}
        {mayAnswer && (
          <>
            <AnswerSaving draft={draft} requestId={request.id} />
            <AnswerConflicts
              slvId={slv.id}
              draft={draft}
              requestId={request.id}
            />
          </>
        )}
      </article>
      <AnswerDialogs
        slv={slv}
        request={request}
        draft={draft}
        saved={saved}
        dialog={changedTo === null ? dialog : 'change'}
        changedTo={changedTo}
        onClose={closeDialog}
      />
    </li>
  )
}

/** Changes the answer, or goes to the comment of one to be given. */
const useCommentKey = (
  { request, decision, isActive }: VarianceCardProps,
  changeAnswer: () => void,
) =>
  useKeys(
    [
      {
        keys: 'm',
        label: decision ? 'Change the answer' : 'Comment on the variance',
        isOff: !isActive,
        run: () =>
          decision ? changeAnswer() : focusElement(commentId(request.id)),
      },
    ],
    { group: 'Variances' },
  )

type CardHeadingProps = Pick<VarianceCardProps, 'request' | 'decision'> & {
  isOpen: boolean
  onToggle: () => void
}

/** The variance; once it is answered, with its answer, and it unfolds. */
const CardHeading = ({
  request,
  decision,
  isOpen,
  onToggle,
}: CardHeadingProps) => {
  if (decision === null)
    return (
      <h3>
        <VarianceTitle request={request} />
      </h3>
    )
  return (
    <Group component="h3" gap="xs" wrap="nowrap">
      <UnstyledButton
        className={classes.fold ?? ''}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <VarianceTitle request={request} />
      </UnstyledButton>
      <SlvStatusBadge status={decision} />
    </Group>
  )
}

/** A comment that the seller will read is never collapsed. */
const FoldedComment = ({ text }: { text: string | undefined }) =>
  text && (
    <Text size="sm" c="dimmed" className={classes.foldedComment ?? ''}>
      {text}
    </Text>
  )

const AnswerButtons = ({
  isActive,
  onAnswer,
}: Pick<VarianceCardProps, 'isActive' | 'onAnswer'>) => {
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

/**
 * The comment on a variance that has no answer yet; it is saved with the
 * answer.
 */
const CommentInput = ({
  draft,
  requestId,
}: {
  draft: ReviewDraft
  requestId: string
}) => {
  const text = useDraftState(draft, (state) =>
    getTypedComment(state, requestId),
  )
  return (
    <Input
      component="textarea"
      id={commentId(requestId)}
      className={classes.comment ?? ''}
      multiline
      rows={1}
      aria-label="Comment for the seller"
      placeholder="Comment for the seller"
      title="Comment (M). It is saved with your answer. The seller sees it once the decision is final."
      maxLength={4000}
      value={text}
      onChange={({ currentTarget: { value } }) =>
        draft.answer(requestId, { comment: value })
      }
      onKeyDown={({ key }) =>
        key === 'Escape' && focusElement(cardId(requestId))
      }
    />
  )
}

type GivenAnswerProps = {
  answer: AnswerFacts
  /** Whether the server has it. */
  isDeletable: boolean
  onOpen: false | ((dialog: AnswerDialog) => void)
}

const GivenAnswer = ({ answer, isDeletable, onOpen }: GivenAnswerProps) => (
  <div className={classes.given}>
    <Answer answer={answer} />
    {onOpen && (
      <Group gap="xs" mt="xs">
        <SmallButton title="Change answer (M)" onClick={() => onOpen('change')}>
          Change answer
        </SmallButton>
        {isDeletable && (
          <SmallButton onClick={() => onOpen('delete')}>
            Delete answer
          </SmallButton>
        )}
      </Group>
    )}
  </div>
)

type AnswerDialogsProps = Pick<
  VarianceCardProps,
  'slv' | 'request' | 'draft' | 'changedTo'
> & {
  saved: SlvDecisionRequest | null
  dialog: AnswerDialog | null
  onClose: () => void
}

const AnswerDialogs = ({
  slv,
  request,
  draft,
  saved,
  dialog,
  changedTo,
  onClose,
}: AnswerDialogsProps) => (
  <Suspense fallback={null}>
    {dialog === 'change' && (
      <ChangeAnswerDialog
        slv={slv}
        request={request}
        draft={draft}
        changedTo={changedTo}
        onClose={onClose}
      />
    )}
    {dialog === 'delete' && saved && (
      <DeleteAnswerDialog
        slv={slv}
        request={request}
        answer={saved}
        onClose={onClose}
      />
    )}
  </Suspense>
)
