import { Button } from '@mantine/core'
import {
  type DecisionAuthority,
  DecisionAuthorityBody,
} from '@portal/contract/authority/api'
import {
  type AuthorityLevel,
  describeGap,
} from '@portal/contract/authority/model'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { authorityQuery } from '../../../records/authority/queries.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { Loaded } from '../../../ui/message.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useSaveAuthority } from '../manage/queries.ts'
import { SaveBox } from '../manage/save-box.tsx'
import { useStoredEditor } from '../manage/use-stored-editor.ts'
import { LevelDialog } from './level-dialog.tsx'
import { LevelTable, PeopleTable } from './tables.tsx'

/** Settings > Decision authority: what each underwriter may approve alone. */
export const AuthorityPage = () => {
  const query = useQuery(authorityQuery)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Page>
      <PageHeader
        title="Decision authority"
        under="What an underwriter may approve alone. Beyond it, an SLR or trade desk recommendation to approve is needed, or someone whose level covers it. Denials have no limit."
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!query.data}
            onClick={() => setIsAdding(true)}
          >
            Add level
          </Button>
        }
      />
      <Loaded
        what="the levels"
        query={query}
        skeleton={<PageSkeleton sections={2} />}
      >
        {(saved) => (
          <AuthorityEditor
            saved={saved}
            isAdding={isAdding}
            onAdded={() => setIsAdding(false)}
          />
        )}
      </Loaded>
    </Page>
  )
}

const AuthorityDraft = DecisionAuthorityBody.extend({ version: z.number() })
type AuthorityDraft = z.infer<typeof AuthorityDraft>

type AuthorityEditorProps = {
  saved: DecisionAuthority
  isAdding: boolean
  onAdded: () => void
}

const AuthorityEditor = ({
  saved,
  isAdding,
  onAdded,
}: AuthorityEditorProps) => {
  const { version, levels: savedLevels, people: savedPeople } = saved
  const editor = useStoredEditor<AuthorityDraft>({
    name: 'decision-authority',
    schema: AuthorityDraft,
    saved: { version, levels: savedLevels, people: savedPeople },
    what: 'levels',
    useSave: useSaveAuthority,
    describeField: (field, draft) => describeField(field, draft, saved),
  })
  const { levels, people } = editor.draft
  const [openId, setOpenId] = useState<string | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const gap = findGap(editor.draft, saved)
  const { onSave } = editor.saveBox
  const open = levels.find(({ id }) => id === openId)
  const keep = (level: AuthorityLevel) =>
    editor.edit({
      levels: open
        ? levels.with(levels.indexOf(open), level)
        : [...levels, level],
    })

  return (
    <>
      <SaveBox
        {...editor.saveBox}
        onSave={gap ? () => setIsConfirming(true) : onSave}
      />
      {saved.warning && <Notice role="note">{saved.warning}</Notice>}
      <LevelTable
        levels={levels}
        people={people}
        onEdit={setOpenId}
        onRemove={(id) =>
          editor.edit({ levels: levels.filter((level) => level.id !== id) })
        }
      />
      <PeopleTable
        levels={levels}
        people={people}
        deciders={saved.deciders}
        onChange={(changed) => editor.edit({ people: changed })}
      />
      {(isAdding || open) && (
        <LevelDialog
          stored={open}
          otherNames={levels
            .filter(({ id }) => id !== openId)
            .map(({ name }) => name)}
          onChange={keep}
          onClose={() => {
            setOpenId(null)
            onAdded()
          }}
        />
      )}
      {isConfirming && gap && (
        <ConfirmDialog
          title="No one decides without limits"
          text={gap}
          confirmLabel="Save anyway"
          onClose={() => setIsConfirming(false)}
          onConfirm={async () => onSave()}
        />
      )}
      <LeaveGuard isActive={editor.saveBox.isEdited} onLeave={editor.discard} />
    </>
  )
}

/** What to confirm before the levels are saved. */
const findGap = (
  { levels, people }: AuthorityDraft,
  { deciders }: DecisionAuthority,
): string | null =>
  describeGap(
    deciders.map(({ id }) => ({
      level: levels.find((level) => level.id === people[id]) ?? null,
    })),
  )

/** The level or the person that a problem is about. */
const describeField = (
  field: string,
  { levels }: AuthorityDraft,
  { deciders }: DecisionAuthority,
): string => {
  const [, key = ''] = field.split('.')
  const person = deciders.find(({ id }) => id === key)
  return person?.name ?? levels[Number(key)]?.name ?? 'Levels'
}
