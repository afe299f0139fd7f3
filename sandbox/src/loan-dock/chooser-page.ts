import { type Html, html } from '../lib/html.ts'
import { page } from '../lib/page.ts'
import type { Account } from './model.ts'

type Chooser = { accounts: readonly Account[]; returnTo: URL; search: string }

const nameOf = ({ firstName, lastName }: Account) => `${firstName} ${lastName}`

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The accounts whose name, e-mail or company holds every word of the search. */
export const findAccounts = (accounts: readonly Account[], search: string): Account[] => {
  const words = fold(search).split(/\s+/)
  return accounts.filter((account) => {
    const text = fold([nameOf(account), account.email, account.company.name].join(' '))
    return words.every((word) => text.includes(word))
  })
}

const initials = ({ firstName, lastName }: Account) => `${firstName.charAt(0)}${lastName.charAt(0)}`

const row = (account: Account): Html => html`<li>
<button class="account" name="email" value="${account.email}">
<span class="avatar" aria-hidden="true">${initials(account)}</span>
<span class="who"><span class="name">${nameOf(account)}</span><span class="mail">${account.email}</span></span>
</button>
</li>`

const group = (
  name: string,
  accounts: readonly Account[],
  index: number,
): Html => html`<section aria-labelledby="group-${index}" data-group="${name}">
<h2 id="group-${index}">${name}</h2>
<ul class="accounts">
${accounts.map(row)}
</ul>
</section>`

/** By company, in the order in which they first come. */
const groupsOf = (accounts: readonly Account[]) => [
  ...Map.groupBy(accounts, ({ company }) => (company.kind === 'BUYER' ? `${company.name} (staff)` : company.name)),
]

const count = (n: number) => `${n} ${n === 1 ? 'account' : 'accounts'}`

/** The page that asks who signs in. Works without script: the search is a form, and each account a button. */
export const chooserPage = ({ accounts, returnTo, search }: Chooser): string => {
  const found = findAccounts(accounts, search)
  const main = html`<h1>Choose an account</h1>
<p class="lead">You will go on to <strong>${returnTo.host}</strong>, signed in as the person you choose. These people are invented, and no password is asked.</p>
<form class="search" method="get" action="/sso/authorize" role="search">
<input type="hidden" name="return_to" value="${returnTo.href}">
<label for="search">Search accounts</label>
<div class="search-line">
<input id="search" name="search" type="search" value="${search}" placeholder="Name or company" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200">
<button class="plain">Search</button>
</div>
</form>
<p class="count" role="status">${count(found.length)}</p>
<form class="chooser" method="post" action="/sso/authorize">
<input type="hidden" name="return_to" value="${returnTo.href}">
${groupsOf(found).map(([title, members], index) => group(title, members, index))}
</form>
<p class="empty"${found.length > 0 ? html` hidden` : null}>No account has all of these words in its name, e-mail or company.</p>`
  return page({ title: 'Choose an account', brand: 'LoanDock', main, script: 'chooser.js' })
}

/** Said when the address to return to is missing, broken or on an origin that is not a portal. */
export const refusedReturnPage = (origins: readonly string[]): string =>
  page({
    title: 'Sign-in cannot go on',
    brand: 'LoanDock',
    main: html`<h1>Sign-in cannot go on</h1>
<p class="lead">The page you came from asked to send you to an address that LoanDock does not know. Nobody was signed in.</p>
<p>LoanDock sends people back to these portals only:</p>
<ul class="plain-list">${origins.map((origin) => html`<li><a href="${origin}">${origin}</a></li>`)}</ul>`,
  })
