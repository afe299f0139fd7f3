import {
  ActionIcon,
  Box,
  Button,
  Group,
  Paper,
  Stack,
  Text,
} from '@mantine/core'
import { getFigure } from '@portal/contract/guideline/figures'
import { isYesNo } from '@portal/contract/guideline/model'
import { requestMessages } from '@portal/contract/slv-request/messages'
import { varianceFields } from '@portal/contract/slv-request/model'
import { IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DraftRecord,
  findRecord,
} from '../../../../lib/autosave/draft-state.ts'
import { type Edits, isDirty } from '../../../../lib/autosave/edits.ts'
import { CallError } from '../../../../lib/call-error.ts'
import { useKeys } from '../../../../lib/keys.ts'
import { writeNumber } from '../../../../lib/text/number-text.ts'
import { ConfirmDialog } from '../../../../ui/dialogs.tsx'
import { fieldId } from '../../../../ui/inputs/field-problems.tsx'
import { Fields } from '../../../../ui/outline.tsx'
import { Hint, TinyButton } from '../../../../ui/presets.ts'
import { Warning } from '../../warning.tsx'
import { getVariances, useEditor, useEditorState } from '../editor.ts'
import classes from '../form.module.css'
import { FormDifference } from '../form-difference.tsx'
import { getEvaluationDay, toFormView } from '../form-view.ts'
import { noVarianceField } from '../problems.ts'
import { VarianceField } from './variance-field.tsx'
import { asSent, varianceFieldName, varianceViewOf } from './variance-fields.ts'

export const VarianceSection = () => {
  const { editor } = useEditor()
  const keys = useEditorState((state) =>
    getVariances(state).map(({ key }) => key),
  )
  const add = () => {
    const key = editor.addVariance()
    requestAnimationFrame(() =>
      document
        .getElementById(fieldId(varianceFieldName(key, 'reason')))
        ?.focus(),
    )
  }
  useKeys([{ keys: 'v', label: 'Add variance', run: add }])
  return (
    <>
      {keys.length === 0 ? (
        <Hint>
          No variances yet. Add one for each guideline the loan doesn’t meet.
        </Hint>
      ) : (
        <Stack
          component="ol"
          gap="sm"
          m="var(--mantine-spacing-md) 0 0"
          p={0}
          style={{ listStyle: 'none' }}
        >
          {keys.map((key, index) => (
            <VariancePanel key={key} id={key} position={index + 1} />
          ))}
        </Stack>
      )}
      <Group justify="flex-end" mt="sm">
        <Button
          id={fieldId(noVarianceField)}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          title="Add variance (V)"
          aria-keyshortcuts="v"
          onClick={add}
        >
          Add variance
        </Button>
      </Group>
    </>
  )
}

/**
 * In a draft, what a rule fills follows the form, as it does when the request
 * is sent.
 */
const useShownVariance = () => {
  const { isDraft } = useEditor()
  const form = useEditorState((state) => toFormView(state).form)
  return (edits: Edits) => {
    const view = varianceViewOf(edits)
    return isDraft ? asSent(view, form, getEvaluationDay(form, null)) : view
  }
}

/** The unit follows from the parameter. */
const shownFields = varianceFields.filter((name) => name !== 'unit')

/** What people type when a rule fills the rest. */
const typedFields = ['reason', 'justification', 'compensatingFactors'] as const

const VariancePanel = ({ id, position }: { id: string; position: number }) => {
  const { editor, isDraft } = useEditor()
  const isOpen = useEditorState(({ open }) => open.has(id))
  const record = useEditorState((state) => findRecord(state, id))
  const shown = useShownVariance()
  if (!record) return null
  const { summary, meetsGuideline, ruleId } = shown(record.edits)
  const bodyId = `variance-${id}`
  return (
    <Paper component="li" bd="1px solid var(--portal-line)">
      <Group gap={8} pe="xs">
        <Box component="h3" flex="1 1 14rem" miw={0} m={0}>
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            h="auto"
            py="xs"
            justify="flex-start"
            styles={{
              label: {
                whiteSpace: 'normal',
                textAlign: 'start',
                overflowWrap: 'anywhere',
                lineHeight: 1.4,
              },
            }}
            leftSection={
              <IconChevronRight
                size={16}
                aria-hidden
                style={{ rotate: isOpen ? '90deg' : undefined }}
              />
            }
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => editor.openVariance(id, !isOpen)}
          >
            {position}. {summary}
          </Button>
        </Box>
        <DeleteVariance record={record} summary={summary} />
      </Group>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <Box p="sm">
            {record.isGone && (
              <Warning role="alert" mb="sm">
                {isDraft
                  ? 'This variance was removed in another window.'
                  : 'Someone else just removed this variance.'}{' '}
                <TinyButton onClick={() => editor.addAgain(id)}>
                  Add it again
                </TinyButton>
              </Warning>
            )}
            {meetsGuideline && (
              <Warning role="status" mb="sm">
                The loan meets the guideline in effect, so no variance is
                needed.
              </Warning>
            )}
            <Fields>
              {ruleId && <FilledFromRule record={record} />}
              {(ruleId ? typedFields : shownFields).map((name) => (
                <VarianceField key={name} record={record} name={name}>
                  {name === 'actualValue' && <FormFigure record={record} />}
                </VarianceField>
              ))}
            </Fields>
            <SaveVariance record={record} />
          </Box>
        )}
      </div>
    </Paper>
  )
}

/**
 * The measure and the guideline text of a variance that a rule fills, which no
 * one can edit.
 */
const FilledFromRule = ({ record: { edits } }: { record: DraftRecord }) => {
  const { sentAt } = useEditor()
  const form = useEditorState((state) => toFormView(state).form)
  const { variance } = useShownVariance()(edits)
  const { citation, versionNumber } = edits.base
  return (
    <Box className={classes.wide}>
      <Text fw={500}>Guideline</Text>
      <Text style={{ overflowWrap: 'anywhere' }}>
        {variance.currentGuideline}
      </Text>
      <Hint>
        {citation ? `${citation}, version ${versionNumber}. ` : ''}Filled in
        from the guideline and updated when you send the request.
      </Hint>
      <FormDifference variance={variance} form={form} date={sentAt} />
    </Box>
  )
}

const FormFigure = ({ record: { key, edits } }: { record: DraftRecord }) => {
  const { editor, sentAt } = useEditor()
  const form = useEditorState((state) => toFormView(state).form)
  const { variance } = varianceViewOf(edits)
  if (!variance.parameter || isYesNo(variance.parameter)) return null
  const asOf = getEvaluationDay(form, sentAt)
  const figure = writeNumber(
    getFigure(variance.parameter, form, asOf, variance.guidelineValue),
    { min: 0, max: 3 },
  )
  const use = () => {
    editor.type(key, { actualValue: figure })
    editor.leave(varianceFieldName(key, 'actualValue'))
  }
  return (
    <FormDifference variance={variance} form={form} date={sentAt}>
      <TinyButton onClick={use}>Use {figure}</TinyButton>
    </FormDifference>
  )
}

const isOnServer = ({ id, isGone }: DraftRecord) => id !== null && !isGone

const DeleteVariance = ({
  record,
  summary,
}: {
  record: DraftRecord
  summary: string
}) => {
  const { editor, keepsOne } = useEditor()
  const [isAsking, setIsAsking] = useState(false)
  const isLast = useEditorState(
    (state) => getVariances(state).filter(isOnServer).length === 1,
  )
  const isEmpty = record.id === null && !isDirty(record.edits)
  const remove = useMutation({
    mutationFn: () => editor.remove(record.key),
    meta: isOnServer(record) ? requestMessages.delete : { failed: null },
  })
  if (keepsOne && isLast && isOnServer(record))
    return <Hint>A request needs at least one variance</Hint>
  return (
    <>
      <ActionIcon
        size="lg"
        aria-label={`Delete variance: ${summary}`}
        onClick={() => (isEmpty ? remove.mutate() : setIsAsking(true))}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        title="Delete this variance?"
        text={summary}
        confirmLabel="Delete"
        isDanger
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutateAsync()}
      />
    </>
  )
}

const SaveVariance = ({
  record: { key, id, edits, isGone },
}: {
  record: DraftRecord
}) => {
  const { editor, isDraft } = useEditor()
  const isNew = id === null
  const save = useMutation({
    mutationFn: async (_isNew: boolean) => {
      await editor.save([key])
      const left = findRecord(editor.get(), key)?.edits
      if (!left || !isDirty(left)) return
      editor.attempt()
      const [reason = 'Some fields need your attention'] =
        varianceViewOf(left).unsavable.values()
      throw new CallError('refused', { status: 412, reason })
    },
    meta: {
      // The toast for a new one comes when the server has it, as in a draft.
      done: (_: unknown, wasNew: boolean) =>
        wasNew ? null : requestMessages.update.done,
      failed: isNew
        ? requestMessages.add.failed
        : requestMessages.update.failed,
      shown: [412],
    },
  })
  if (isDraft || isGone || !isDirty(edits)) return null
  return (
    <Group gap="xs" justify="flex-end" mt="sm">
      <Button
        variant="default"
        disabled={save.isPending}
        onClick={() => editor.discard(key)}
      >
        Discard
      </Button>
      <Button loading={save.isPending} onClick={() => save.mutate(isNew)}>
        Save variance
      </Button>
    </Group>
  )
}
