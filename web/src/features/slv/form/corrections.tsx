import { Group } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormSection } from '@portal/contract/slv/form'
import { useEffect, useRef } from 'react'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { isDirty } from '../../../lib/autosave/edits.ts'
import type { Edits } from '../../../records/history/queries.ts'
import { Fields } from '../../../ui/outline.tsx'
import { SmallButton } from '../../../ui/presets.ts'
import { getVariances, toForm, useEditorState } from './editor.ts'
import { EditorFrame } from './editor-frame.tsx'
import { ChangeBar } from './form-bars.tsx'
import { FormField } from './form-field.tsx'
import { fieldsIn } from './form-view.ts'
import { ProblemSummary } from './problem-summary.tsx'
import classes from './read-sections.module.css'
import { ReadSections, readSections } from './read-sections.tsx'
import { VarianceSection } from './variances/variance-section.tsx'

type CorrectionsProps = {
  slv: SlvDetail
  edited: Edits
  section: FormSection | null
  onCorrect: (section: FormSection | null) => void
}

/**
 * The request as text, with the inputs of the section that is being corrected.
 */
export const Corrections = ({
  slv,
  edited,
  section,
  onCorrect,
}: CorrectionsProps) => (
  <EditorFrame
    key={`${slv.id} ${slv.resubmitCount}`}
    slv={slv}
    fallback={<ReadSections slv={slv} edited={edited} onCorrect={onCorrect} />}
  >
    <form
      noValidate
      onSubmit={(event) => event.preventDefault()}
      aria-label="Corrections"
    >
      <ProblemSummary />
      <SectionsWithInputs
        slv={slv}
        edited={edited}
        section={section}
        onCorrect={onCorrect}
      />
      <ChangeBar slv={slv} />
    </form>
  </EditorFrame>
)

const SectionsWithInputs = ({
  slv,
  edited,
  section,
  onCorrect,
}: CorrectionsProps) => {
  // What is typed stays in sight until it is saved or discarded.
  const unsaved = useEditorState((state) =>
    readSections
      .map(({ id }) => id)
      .filter(
        (id) =>
          fieldsIn(id).some((name) => name in toForm(state).typed) ||
          (id === 'variances' &&
            getVariances(state).some(({ edits }) => isDirty(edits))),
      ),
  )
  return (
    <ReadSections
      slv={slv}
      edited={edited}
      onCorrect={onCorrect}
      inputsOf={(id) =>
        id === section || unsaved.includes(id) ? (
          <SectionInputs
            id={id}
            edited={edited}
            isFocused={id === section}
            onClose={() => onCorrect(null)}
          />
        ) : null
      }
    />
  )
}

type SectionInputsProps = {
  id: FormSection
  edited: Edits
  isFocused: boolean
  onClose: () => void
}

const SectionInputs = ({
  id,
  edited,
  isFocused,
  onClose,
}: SectionInputsProps) => {
  const inputs = useRef<HTMLDivElement>(null)
  const isUnsaved = useEditorState(hasUnsaved)
  useEffect(() => {
    const { current } = inputs
    if (isFocused)
      (
        current?.querySelector<HTMLElement>('input, textarea') ??
        current?.querySelector('button')
      )?.focus()
  }, [isFocused])
  return (
    <div ref={inputs} className={classes.inputs}>
      <Group justify="space-between" mb="xs">
        <h3>{readSections.find((section) => section.id === id)?.label}</h3>
        <SmallButton
          disabled={isUnsaved}
          onClick={() => {
            onClose()
            requestAnimationFrame(() =>
              document
                .querySelector<HTMLElement>(`[data-section="${id}"] > button`)
                ?.focus({ preventScroll: true }),
            )
          }}
        >
          Done
        </SmallButton>
      </Group>
      <Fields>
        {fieldsIn(id).map((name) => (
          <FormField key={name} name={name} edit={edited[name]} />
        ))}
      </Fields>
      {id === 'variances' && <VarianceSection />}
    </div>
  )
}
