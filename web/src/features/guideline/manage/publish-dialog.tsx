import { Text, TextInput } from '@mantine/core'
import type { VersionAnswer } from '@portal/contract/guideline/api'
import { civil } from '@portal/contract/sla/calendar'
import { problemsOf } from '../../../lib/call-error.ts'
import { useFields } from '../../../lib/state/use-fields.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Hint } from '../../../ui/presets.ts'
import { EffectSummary } from './effect-view.tsx'
import { usePublishVersion } from './queries.ts'
import { versionTitle } from './version-labels.ts'

const tomorrow = () => civil(new Date(Date.now() + 86_400_000)).day

type PublishDialogProps = { version: VersionAnswer; overlaps: number; onClose: () => void }

/** Publishing ends the version before it on the chosen day. */
export const PublishDialog = ({ version, overlaps, onClose }: PublishDialogProps) => {
  const publish = usePublishVersion()
  const { draft, text } = useFields(() => ({ effectiveFrom: tomorrow() }), problemsOf(publish.error))
  return (
    <FormDialog
      title={`Publish ${versionTitle(version)}`}
      submitLabel="Publish"
      isSubmitDisabled={overlaps > 0 || version.rules === 0}
      onClose={onClose}
      onSubmit={() => publish.mutateAsync({ id: version.id, version: version.version, ...draft })}
    >
      <Text>
        New requests are evaluated against these {version.rules} rules starting on the effective date. Requests already
        sent keep their version. A published version can’t be changed.
      </Text>
      <TextInput type="date" label="Effective date" data-autofocus {...text('effectiveFrom')} />
      {version.rules > 0 && <EffectSummary id={version.id} />}
      {overlaps > 0 && (
        <Text c="var(--mantine-color-error)" role="alert">
          {overlaps} {overlaps === 1 ? 'pair of rules overlaps' : 'pairs of rules overlap'}. Change their scopes first.
        </Text>
      )}
      {version.rules === 0 && <Hint>A version without rules can’t be published.</Hint>}
    </FormDialog>
  )
}
