import { Button, Group, Tabs, Text } from '@mantine/core'
import type { RulesAnswer, VersionAnswer } from '@portal/contract/guideline/api'
import type { NewRule, Program } from '@portal/contract/guideline/model'
import { endSentence, joinSentences } from '@portal/contract/lib/sentences'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getProblems, hasStatus } from '../../../lib/call-error.ts'
import { useStoredText } from '../../../lib/stored-text.ts'
import { day } from '../../../lib/text/format.ts'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import * as queries from '../manage/queries.ts'
import { SaveBox } from '../manage/save-box.tsx'
import { EffectView } from './effect-view.tsx'
import {
  checkRows,
  MatrixDraft,
  type MatrixRow,
  rowsOf,
} from './matrix-draft.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { RuleMatrix } from './rule-matrix.tsx'
import { VersionComparison } from './version-comparison.tsx'
import { ImportDialog, RenameDialog } from './version-dialogs.tsx'
import { lastDay, versionState, versionTitle } from './version-labels.ts'

type Tab = 'rules' | 'effect'

/** One version: its rules, and what differs from another version. */
export const VersionPage = ({ id, tab }: { id: string; tab: Tab }) => {
  const { data: version, error, refetch } = useQuery(queries.versionQuery(id))
  const rules = useQuery(queries.rulesQuery(id))
  const programs = useQuery(programsQuery)
  const failed = error ?? rules.error ?? programs.error
  const again = () =>
    Promise.all([refetch(), rules.refetch(), programs.refetch()])
  if (version && rules.data && programs.data)
    return (
      <Page>
        <LoadedVersion
          version={version}
          rules={rules.data}
          programs={programs.data.items}
          tab={tab}
        />
      </Page>
    )
  if (!failed)
    return (
      <Page>
        <PageSkeleton sections={2} />
      </Page>
    )
  return (
    <Page>
      <PageHeader title="Guideline version" />
      <LoadFailed what="this version" error={failed} onClick={again}>
        <Button component={Link} to="/settings/guidelines" variant="default">
          All versions
        </Button>
      </LoadFailed>
    </Page>
  )
}

type LoadedVersionProps = {
  version: VersionAnswer
  rules: RulesAnswer
  programs: readonly Program[]
  /** The tab that is open first. */
  tab: Tab
}

type Dialog = 'publish' | 'delete' | 'import' | 'rename'

const LoadedVersion = (props: LoadedVersionProps) => {
  const { version, rules, programs, tab } = props
  const draft = useRulesDraft(version, rules)
  const { rows, isEdited } = draft
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const isDraft = version.status === 'DRAFT'
  return (
    <>
      <VersionHeader
        version={version}
        isEdited={isEdited}
        onDialog={setDialog}
      />
      {version.note && (
        <Text style={{ whiteSpace: 'pre-line' }}>{version.note}</Text>
      )}
      {isDraft && (
        <SaveBox
          what="rules"
          isEdited={isEdited}
          isStale={draft.isStale}
          problem={draft.problem}
          isSaving={draft.isSaving}
          canSave={draft.canSave}
          onSave={draft.save}
          onKeepMine={draft.keepMine}
          onDiscard={draft.discard}
        />
      )}
      <Tabs
        defaultValue={version.status === 'DRAFT' ? tab : 'rules'}
        keepMounted={false}
      >
        <Tabs.List aria-label="Version">
          <Tabs.Tab value="rules">Rules ({rows.length})</Tabs.Tab>
          <Tabs.Tab value="compare">Compare</Tabs.Tab>
          {isDraft && <Tabs.Tab value="effect">Effect</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="rules" pt="md">
          {programs.length === 0 ? (
            <NoPrograms />
          ) : (
            <>
              <FileButtons
                version={version}
                isEdited={isEdited}
                onImport={() => setDialog('import')}
              />
              <RuleMatrix
                rows={rows}
                programs={programs}
                onChange={isDraft ? draft.edit : undefined}
              />
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="compare" pt="md">
          <VersionComparison version={version} />
        </Tabs.Panel>
        {isDraft && (
          <Tabs.Panel value="effect" pt="md">
            <EffectView id={version.id} isEdited={isEdited} />
          </Tabs.Panel>
        )}
      </Tabs>
      <Dialogs
        dialog={dialog}
        version={version}
        rules={rules}
        programs={programs}
        isEdited={isEdited}
        onDiscard={draft.discard}
        onClose={() => setDialog(null)}
      />
      <LeaveGuard isActive={isEdited} onLeave={draft.discard} />
    </>
  )
}

const NoPrograms = () => (
  <EmptyState
    title="No programs yet"
    why="Every rule belongs to a program. Add programs before you write or import rules."
  >
    <Button component={Link} to="/settings/guidelines/programs">
      Open Programs
    </Button>
  </EmptyState>
)

const isSameRules = (one: readonly NewRule[], other: readonly NewRule[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The rules of a version with the edits that aren't saved yet. */
const useRulesDraft = (version: VersionAnswer, rules: RulesAnswer) => {
  const [stored, store] = useStoredText(`guidelines.${version.id}`, MatrixDraft)
  const isDraft = version.status === 'DRAFT'
  const rows =
    isDraft && stored ? (stored.rows as MatrixRow[]) : rowsOf(rules.rules)
  const state = checkRows(rows)
  const baseVersion = stored?.version ?? rules.version
  const { mutateAsync, error, isPending } = queries.useSaveRules(
    (saved, sent) => {
      // What was edited during the save is an edit of the saved version.
      const isEditedSince = stored !== null && !isSameRules(state.rules, sent)
      store(isEditedSince ? { ...stored, version: saved.version } : null)
    },
  )
  const save = () =>
    mutateAsync({
      id: version.id,
      version: baseVersion,
      rules: state.rules,
    }).catch(() => undefined)
  return {
    rows,
    isEdited: stored !== null,
    /** Someone else saved these rules meanwhile. */
    isStale: stored !== null && stored.version !== rules.version,
    isSaving: isPending,
    problem: hasStatus(error, 400) ? getProblems(error)[0]?.error : undefined,
    canSave: !state.hasErrors,
    save,
    edit: (next: MatrixRow[]) => store({ version: baseVersion, rows: next }),
    keepMine: () => stored && store({ ...stored, version: rules.version }),
    discard: () => store(null),
  }
}

type VersionHeaderProps = {
  version: VersionAnswer
  isEdited: boolean
  onDialog: (dialog: Dialog) => void
}

const VersionHeader = ({ version, isEdited, onDialog }: VersionHeaderProps) => (
  <PageHeader
    title={versionTitle(version)}
    beside={<StatusBadge {...versionState(version)} />}
    under={effectiveText(version)}
    actions={
      <Group gap="xs">
        <Button component={Link} to="/settings/guidelines" variant="default">
          All versions
        </Button>
        {version.status === 'DRAFT' && (
          <>
            <SecondaryButton
              disabled={isEdited}
              onClick={() => onDialog('rename')}
            >
              Rename
            </SecondaryButton>
            <SecondaryButton onClick={() => onDialog('delete')}>
              Delete draft
            </SecondaryButton>
            <Button disabled={isEdited} onClick={() => onDialog('publish')}>
              Publish
            </Button>
          </>
        )}
      </Group>
    }
  />
)

const effectiveText = (version: VersionAnswer) => {
  if (!version.effectiveFrom)
    return 'Not in effect. Publish this draft to evaluate requests under it.'
  const from = `Effective ${day(version.effectiveFrom)}`
  const through = version.effectiveTo ? ` through ${day(lastDay(version))}` : ''
  return joinSentences([
    `${from}${through}`,
    endSentence(`Published by ${version.publishedByName}`),
  ])
}

type FileButtonsProps = {
  version: VersionAnswer
  isEdited: boolean
  onImport: () => void
}

const FileButtons = ({ version, isEdited, onImport }: FileButtonsProps) => (
  <Group gap="xs" mb="sm">
    <Button
      component="a"
      href={queries.downloadAddress(version.id)}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Download as Excel
    </Button>
    {version.status === 'DRAFT' && (
      <SecondaryButton
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={onImport}
      >
        Import from Excel
      </SecondaryButton>
    )}
    {isEdited && <Hint>The download contains the saved rules only.</Hint>}
  </Group>
)

type DialogsProps = Omit<LoadedVersionProps, 'tab'> & {
  dialog: Dialog | null
  isEdited: boolean
  onDiscard: () => void
  onClose: () => void
}

const Dialogs = (props: DialogsProps) => {
  const { dialog, version, isEdited, onDiscard, onClose, ...rest } = props
  const navigate = useNavigate()
  const remove = queries.useDeleteVersion()
  const deleteDraft = async () => {
    await remove.mutateAsync({ id: version.id, version: version.version })
    onDiscard()
    await navigate({ to: '/settings/guidelines' })
  }
  return (
    <>
      {dialog === 'publish' && (
        <PublishDialog version={version} {...rest} onClose={onClose} />
      )}
      {dialog === 'rename' && (
        <RenameDialog version={version} onClose={onClose} />
      )}
      {dialog === 'import' && (
        <ImportDialog
          version={version}
          isEdited={isEdited}
          onImported={onDiscard}
          onClose={onClose}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${versionTitle(version)}?`}
          text="This deletes the draft and its rules. Published versions are not affected."
          confirmLabel="Delete draft"
          isDanger
          onClose={onClose}
          onConfirm={deleteDraft}
        />
      )}
    </>
  )
}
