import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { fieldId } from '../../../ui/field-problems.tsx'
import { noVarianceField } from './problems.ts'
import { useEditor, useEditorState } from './use-editor.ts'
import { VariancePanel } from './variance-panel.tsx'
import { varianceFieldName } from './variance-view.ts'
import classes from './variances.module.css'

/** The variances of a request, to write. */
export const VarianceSection = () => {
  const { editor } = useEditor()
  const keys = useEditorState((state) => state.variances.map(({ key }) => key).join(' '))
  const list = keys === '' ? [] : keys.split(' ')
  const add = () => {
    const key = editor.addVariance()
    requestAnimationFrame(() => document.getElementById(fieldId(varianceFieldName(key, 'reason')))?.focus())
  }
  return (
    <>
      {list.length === 0 ? (
        <p className={classes.reason}>No variances yet. Add each guideline that the loan misses.</p>
      ) : (
        <ol className={classes.list}>
          {list.map((key, index) => (
            <VariancePanel key={key} sheet={key} position={index + 1} />
          ))}
        </ol>
      )}
      <div className={classes.foot}>
        <Button
          id={fieldId(noVarianceField)}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          Add variance
        </Button>
      </div>
    </>
  )
}
