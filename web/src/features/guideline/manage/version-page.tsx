import { Button, Group, Tabs, Text } from '@mantine/core'
import type { RulesAnswer, VersionAnswer } from '@portal/contract/guideline/api'
import type { NewRule, Program } from '@portal/contract/guideline/model'
import { endSentence, joinSentences } from '@portal/contract/lib/sentences'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { useKept } from '../../../lib/kept-text.ts'
import { day } from '../../../lib/text/format.ts'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { EffectView } from './effect-view.tsx'
import {
  checkRows,
  MatrixDraft,
  type MatrixRow,
  rowsOf,
} from './matrix-draft.ts'
import { PublishDialog } from './publish-dialog.tsx'
import * as queries from './queries.ts'
import { RuleMatrix } from './rule-matrix.tsx'
import { SaveBox } from './save-box.tsx'
import { VersionComparison } from './version-comparison.tsx'
import { ImportDialog, RenameDialog } from './version-dialogs.tsx'
import { lastDay, versionState, versionTitle } from './version-labels.ts'

/** One version: its rules, and what differs from another version. */
export const VersionPage = ({ id }: { id: string }) => {
  const { data: version, error, refetch } = useQuery(queries.versionQuery(id))
  const rules = useQuery(queries.rulesQuery(id))
  const programs = useQuery(programsQuery)
  const failed = error ?? rules.error ?? programs.error
  const again = () =>
    Promise.all([refetch(), rules.refetch(), programs.refetch()])
  return (
    <Page>
      {version && rules.data && programs.data ? (
        <LoadedVersion
          version={version}
          rules={rules.data}
          programs={programs.data.items}
        />
      ) : failed ? (
        <>
          <PageHeader title="Guideline version" />
          <LoadFailed what="this version" error={failed} onClick={again}>
            <Button
              component={Link}
              to="/settings/guidelines"
              variant="default"
            >
              All versions
            </Button>
          </LoadFailed>
        </>
      ) : (
        <PageSkeleton sections={2} />
      )}
    </Page>
  )
}

const isSameRules = (one: readonly NewRule[], other: readonly NewRule[]) =>
  JSON.stringify(one) === JSON.stringify(other)

type LoadedVersionProps = {
  version: VersionAnswer
  rules: RulesAnswer
  programs: readonly Program[]
}

const LoadedVersion = ({ version, rules, programs }: LoadedVersionProps) => {
  const navigate = useNavigate()
  const [kept, keep] = useKept(`guidelines.${version.id}`, MatrixDraft)
  const [dialog, setDialog] = useState<
    'publish' | 'delete' | 'import' | 'rename' | null
  >(null)
  const remove = queries.useDeleteVersion()
  const isDraft = version.status === 'DRAFT'
  const rows =
    isDraft && kept ? (kept.rows as MatrixRow[]) : rowsOf(rules.rules)
  const isStale = kept !== null && kept.version !== rules.version
  const state = checkRows(rows)
  const save = queries.useSaveRules((saved, sent) => {
    // What was edited during the save is an edit of the saved version.
    const isEditedSince = kept !== null && !isSameRules(state.rules, sent)
    keep(isEditedSince ? { ...kept, version: saved.version } : null)
  })
  const saveRows = () =>
    save
      .mutateAsync({
        id: version.id,
        version: kept?.version ?? rules.version,
        rules: state.rules,
      })
      .catch(() => undefined)
  return (
    <>
      <PageHeader
        title={versionTitle(version)}
        beside={<StatusBadge {...versionState(version)} />}
        under={
          version.effectiveFrom
            ? joinSentences([
                `Effective ${day(version.effectiveFrom)}${version.effectiveTo ? ` through ${day(lastDay(version))}` : ''}`,
                endSentence(`Published by ${version.publishedByName}`),
              ])
            : 'Not in effect. Publish this draft to evaluate requests under it.'
        }
        actions={
          <Group gap="xs">
            <Button
              component={Link}
              to="/settings/guidelines"
              variant="default"
            >
              All versions
            </Button>
            {isDraft && (
              <SecondaryButton
                disabled={kept !== null}
                onClick={() => setDialog('rename')}
              >
                Rename
              </SecondaryButton>
            )}
            {isDraft && (
              <SecondaryButton onClick={() => setDialog('delete')}>
                Delete draft
              </SecondaryButton>
            )}
            {isDraft && (
              <Button
                disabled={kept !== null}
                onClick={() => setDialog('publish')}
              >
                Publish
              </Button>
            )}
          </Group>
        }
      />
      {version.note && (
        <Text style={{ whiteSpace: 'pre-line' }}>{version.note}</Text>
      )}
      {isDraft && (
        <SaveBox
          what="rules"
          isEdited={kept !== null}
          isStale={isStale}
          problem={
            hasStatus(save.error, 400)
              ? problemsOf(save.error)[0]?.error
              : undefined
          }
          isSaving={save.isPending}
          canSave={!state.hasErrors}
          onSave={saveRows}
          onKeepMine={() => kept && keep({ ...kept, version: rules.version })}
          onDiscard={() => keep(null)}
        />
      )}
      <Tabs defaultValue="rules" keepMounted={false}>
        <Tabs.List aria-label="Version">
          <Tabs.Tab value="rules">Rules ({rows.length})</Tabs.Tab>
          <Tabs.Tab value="compare">Compare</Tabs.Tab>
          {isDraft && <Tabs.Tab value="effect">Effect</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="rules" pt="md">
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
            {isDraft && (
              <SecondaryButton
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => setDialog('import')}
              >
                Import from Excel
              </SecondaryButton>
            )}
            {kept && <Hint>The download contains the saved rules only.</Hint>}
          </Group>
          <RuleMatrix
            rows={rows}
            programs={programs}
            onChange={
              isDraft
                ? (next) =>
                    keep({
                      version: kept?.version ?? rules.version,
                      rows: next,
                    })
                : undefined
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="compare" pt="md">
          <VersionComparison version={version} />
        </Tabs.Panel>
        {isDraft && (
          <Tabs.Panel value="effect" pt="md">
            <EffectView id={version.id} isEdited={kept !== null} />
          </Tabs.Panel>
        )}
      </Tabs>
      {dialog === 'publish' && (
        <PublishDialog
          version={version}
          rules={rules}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'rename' && (
        <RenameDialog version={version} onClose={() => setDialog(null)} />
      )}
      {dialog === 'import' && (
        <ImportDialog
          version={version}
          isEdited={kept !== null}
          onImported={() => keep(null)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${versionTitle(version)}?`}
          text="This deletes the draft and its rules. Published versions are not affected."
          confirmLabel="Delete draft"
          isDanger
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            await remove.mutateAsync({
              id: version.id,
              version: version.version,
            })
            keep(null)
            await navigate({ to: '/settings/guidelines' })
          }}
        />
      )}
      <LeaveGuard isHeld={kept !== null} onLeave={() => keep(null)} />
    </>
  )
}
