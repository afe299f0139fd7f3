import { expect, test } from 'vitest'
import { NewWebhook } from './model.ts'

const problemsFor = (url: string) => {
  const webhook = { name: 'Feed', url, events: ['slv.decided'] }
  return NewWebhook.safeParse(webhook).error?.issues.map(
    ({ path, message }) => [path.join('.'), message],
  )
}

test.for([
  'https://',
  'https:///hook',
  'receiver.example/hook',
  'ftp://receiver.example',
])('a webhook’s address is refused beside its field: %s', (url) => {
  expect(problemsFor(url)).toEqual([
    ['url', 'Enter an address that starts with https://'],
  ])
})

test.for([
  'https://receiver.example/hook',
  'HTTPS://receiver.example',
  'http://127.0.0.1:4069/hook',
])(
  'a webhook’s address that the server checks further is accepted: %s',
  (url) => {
    expect(problemsFor(url)).toBeUndefined()
  },
)
