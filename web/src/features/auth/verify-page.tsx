import { Button, Skeleton, TextInput } from '@mantine/core'
import { formatCode, readCode } from '@portal/contract/lib/paper-code'
import type { LetterState } from '@portal/contract/slv/decision/letter'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { hasStatus } from '../../lib/call-error.ts'
import { useToday } from '../../lib/state/use-today.ts'
import * as format from '../../lib/text/format.ts'
import { verifyQuery } from '../../records/reporting/queries.ts'
import { Facts } from '../../ui/facts.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'
import classes from './sign-in-screen.module.css'
import { SignInScreen } from './sign-in-screen.tsx'

type StateTexts = {
  title: string
  words: string
  label: string
  color: StatusColor
}

const stateTexts: Record<LetterState, StateTexts> = {
  CURRENT: {
    title: 'This letter is current',
    words: 'The letter is genuine, and its decision is in effect.',
    label: 'Current',
    color: 'green',
  },
  EXPIRED: {
    title: 'This letter has expired',
    words: 'The letter is genuine, but its approval has expired.',
    label: 'Expired',
    color: 'gray',
  },
  REPLACED: {
    title: 'This letter was replaced',
    words: 'The letter is genuine, but a later decision replaced its decision.',
    label: 'Replaced',
    color: 'orange',
  },
  WITHDRAWN: {
    title: 'This letter is no longer in effect',
    words:
      'The letter is genuine, but its decision was withdrawn. There is no later decision yet.',
    label: 'Withdrawn',
    color: 'red',
  },
}

/** The page of the code on a letter, for anyone who holds it. */
export const VerifyPage = ({ code }: { code: string }) => {
  const { data, error, dataUpdatedAt, refetch } = useQuery(
    verifyQuery(code, useToday()),
  )
  const shownCode = formatCode(readCode(code))
  if (data) {
    const { title, words, label, color } = stateTexts[data.state]
    const checkedAt = new Date(dataUpdatedAt).toISOString()
    return (
      <SignInScreen title={title} words={words}>
        <StatusBadge label={label} color={color} />
        <Facts
          facts={[
            { label: 'Code of the letter', value: shownCode },
            { label: 'Decided', value: format.day(data.decidedOn) },
            { label: 'Checked', value: `${format.dateTime(checkedAt)} ET` },
          ]}
        />
        <div className={classes.links}>
          <Link className={classes.link} to="/verify">
            Verify another letter
          </Link>
        </div>
      </SignInScreen>
    )
  }
  if (hasStatus(error, 404))
    return (
      <SignInScreen
        title="No letter has this code"
        words={`Compare it with the letter: ${shownCode}`}
      >
        <CodeForm initial={shownCode} />
      </SignInScreen>
    )
  if (error)
    return (
      <SignInScreen title="Couldn’t verify the letter">
        <p className={classes.refusal} role="alert">
          {error.message}
        </p>
        <TryAgain onClick={refetch} />
      </SignInScreen>
    )
  return (
    <SignInScreen title="Verify a letter" words="Looking up the code.">
      <Skeleton h="8rem" />
    </SignInScreen>
  )
}

/** Where people type the code of a letter. */
export const EnterLetterCode = () => (
  <SignInScreen
    title="Verify a letter"
    words="A decision letter of this portal has a code of 16 letters and digits. Enter it to see whether the decision is in effect."
  >
    <CodeForm initial="" />
  </SignInScreen>
)

const CodeForm = ({ initial }: { initial: string }) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(initial)
  const code = formatCode(readCode(typed))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code !== '') void navigate({ to: '/verify/$code', params: { code } })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Code of the letter"
        placeholder="K7QM-4TXE-93PD-10AB"
        size="md"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="md" disabled={code === ''}>
        Verify
      </Button>
    </form>
  )
}
