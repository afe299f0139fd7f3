import { Button, List, Paper, Stack } from '@mantine/core'
import type { AssignTo } from '@portal/contract/assignment/model'
import { type ReactNode, useState } from 'react'
import { getProblems } from '../../../lib/call-error.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'

export type ReassignDialogProps = {
  title: string
  submitLabel: string
  /** Singular and plural: 'SLV', 'SLVs'. */
  noun: readonly [one: string, several: string]
  /** Null until someone is chosen. */
  assignments: readonly AssignTo[] | null
  onSubmit: (assignments: AssignTo[]) => Promise<unknown>
  /**
   * The field of the call whose problems name those that can't be reassigned:
   * `proxyLoanIds.{id}`.
   */
  idField: 'proxyLoanIds' | 'tdocIds'
  nameOf: (id: string) => ReactNode
  onRefused?: ((reasons: ReadonlyMap<string, string>) => void) | undefined
  onLeaveOut?: ((ids: readonly string[]) => void) | undefined
  onClose: () => void
  isOver?: boolean
  start?: ReactNode
  children: ReactNode
}

/**
 * Reassigns all chosen rows or none. If it fails, it names the rows that can't
 * be reassigned, and why.
 */
export const ReassignDialog = (props: ReassignDialogProps) => {
  const {
    noun,
    assignments,
    idField,
    nameOf,
    onRefused,
    onLeaveOut,
    isOver = false,
  } = props
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())

  const submit = async () => {
    if (!assignments) return
    try {
      await props.onSubmit([...assignments])
    } catch (error) {
      const problems = new Map(
        getProblems(error).map((problem) => [problem.field, problem.error]),
      )
      const refusals = new Map(
        assignments.flatMap(({ id }) => {
          const reason = problems.get(`${idField}.${id}`)
          return reason === undefined ? [] : [[id, reason] as const]
        }),
      )
      setReasons(refusals)
      onRefused?.(refusals)
      throw error
    }
  }
  const leaveOut = () => {
    onLeaveOut?.([...reasons.keys()])
    setReasons(new Map())
  }

  return (
    <FormDialog
      title={props.title}
      onClose={props.onClose}
      size="lg"
      start={props.start}
      submitLabel={props.submitLabel}
      isSubmitDisabled={isOver || !assignments || assignments.length === 0}
      onSubmit={submit}
    >
      {props.children}
      {reasons.size > 0 && (
        <Paper p="sm" bd="1px solid var(--mantine-color-error)">
          <Stack gap="xs" align="flex-start">
            Nothing was reassigned. These {noun[1]} can’t be:
            <List mah="12rem" fz="inherit" style={{ overflow: 'auto' }}>
              {[...reasons].map(([id, reason]) => (
                <List.Item key={id}>
                  {nameOf(id)}: {reason}
                </List.Item>
              ))}
            </List>
            {onLeaveOut && reasons.size < (assignments?.length ?? 0) && (
              <Button variant="default" onClick={leaveOut}>
                Leave {reasons.size === 1 ? 'it' : 'them'} out
              </Button>
            )}
          </Stack>
        </Paper>
      )}
    </FormDialog>
  )
}
