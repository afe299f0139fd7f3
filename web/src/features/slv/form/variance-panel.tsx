import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { formFigure } from '@portal/contract/slv-request/distance'
import { requestMessages } from '@portal/contract/slv-request/messages'
import { IconAlertTriangle, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { writeNumber } from '../../../lib/number-text.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Fields } from '../../../ui/outline.tsx'
import { isDirty } from './edits.ts'
import { FormDifference } from './form-difference.tsx'
import { viewOf } from './form-view.ts'
import { useEditor, useEditorState } from './use-editor.ts'
import { VarianceField } from './variance-field.tsx'
import { VarianceSave } from './variance-save.tsx'
import { isSent, varianceFieldName, varianceViewOf } from './variance-view.ts'
import classes from './variances.module.css'

/** One variance to write: its line always in sight, its fields when it is open. */
export const VariancePanel = ({ sheet, position }: { sheet: string; position: number }) => {
  const { editor } = useEditor()
  const { isOpen, summary, isGone, meetsGuideline } = useEditorState((state) => {
    const held = state.variances.find(({ key }) => key === sheet)
    const view = held && varianceViewOf(held.edits)
    return {
      isOpen: state.open.has(sheet),
      summary: view?.summary ?? '',
      isGone: held?.isGone ?? false,
      meetsGuideline: view?.meetsGuideline ?? false,
    }
  })
  const bodyId = `variance-${sheet}`
  return (
    <li className={classes.panel}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => editor.openVariance(sheet, !isOpen)}
          >
            <IconChevronRight size={16} aria-hidden />
            <span>
              {position}. {summary}
            </span>
          </UnstyledButton>
        </h3>
        <DeleteVariance sheet={sheet} summary={summary} />
      </div>
      <div id={bodyId} hidden={!isOpen} className={classes.body}>
        {isOpen && (
          <>
            {isGone && <Gone sheet={sheet} />}
            {meetsGuideline && (
              <p className={classes.meets} role="status">
                <IconAlertTriangle size={14} aria-hidden />
                The loan meets this guideline: there is no variance to ask for.
              </p>
            )}
            <Fields>
              <VarianceField sheet={sheet} name="reason" />
              <VarianceField sheet={sheet} name="parameter" />
              <VarianceField sheet={sheet} name="operator" />
              <VarianceField sheet={sheet} name="guidelineValue" />
              <VarianceField sheet={sheet} name="actualValue">
                <FormFigure sheet={sheet} />
              </VarianceField>
              <VarianceField sheet={sheet} name="currentGuideline" />
              <VarianceField sheet={sheet} name="justification" />
              <VarianceField sheet={sheet} name="compensatingFactors" />
            </Fields>
            <VarianceSave sheet={sheet} />
          </>
        )}
      </div>
    </li>
  )
}

/** Somebody removed what this person is still writing: nothing is lost before they say so. */
const Gone = ({ sheet }: { sheet: string }) => {
  const { editor } = useEditor()
  return (
    <div className={classes.gone} role="alert">
      <IconAlertTriangle size={14} aria-hidden />
      Somebody removed this variance meanwhile.
      <Button size="compact-xs" variant="default" onClick={() => editor.askAgain(sheet)}>
        Add it again
      </Button>
    </div>
  )
}

/** The form's own figure, where the variance says another. */
const FormFigure = ({ sheet }: { sheet: string }) => {
  const { editor, buyerLoan } = useEditor()
  const variance = useEditorState(({ variances }) => {
    const held = variances.find(({ key }) => key === sheet)
    return held ? varianceViewOf(held.edits).variance : null
  })
  const form = useEditorState((state) => viewOf(state.form, buyerLoan).form)
  if (!variance?.parameter) return null
  const figure = writeNumber(formFigure(variance.parameter, form), { min: 0, max: 3 })
  return (
    <FormDifference variance={variance} form={form}>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          editor.typeVariance(sheet, { actualValue: figure })
          editor.leave(varianceFieldName(sheet, 'actualValue'))
        }}
      >
        Use {figure}
      </Button>
    </FormDifference>
  )
}

const DeleteVariance = ({ sheet, summary }: { sheet: string; summary: string }) => {
  const { editor, keepsOne } = useEditor()
  const [isAsking, setIsAsking] = useState(false)
  const isNothing = useEditorState((state) => {
    const held = state.variances.find(({ key }) => key === sheet)
    return held?.id === null && !isDirty(held.edits)
  })
  const isOnServer = useEditorState((state) => state.variances.some((held) => held.key === sheet && isSent(held)))
  const isLast = useEditorState(({ variances }) => variances.filter(isSent).length === 1)
  const remove = useMutation({
    mutationFn: () => editor.removeVariance(sheet),
    meta: isOnServer ? requestMessages.delete : { failed: null },
  })
  if (keepsOne && isLast && isOnServer) return <span className={classes.reason}>A request keeps one variance</span>
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Delete variance: ${summary}`}
        onClick={() => (isNothing ? remove.mutate() : setIsAsking(true))}
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
