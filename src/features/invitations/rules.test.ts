import { describe, expect, it } from 'vitest'
import {
  cardState,
  detailStatus,
  type InvitationState,
  isExpired,
  maskedEmail,
  noticeStatus,
  refusalOf,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const open = { status: 'pending' as const, expires_at: '2026-11-20T12:00:00.001Z' }
const over = { status: 'pending' as const, expires_at: '2026-11-20T12:00:00.000Z' }
const detail = { band_name: 'B', message: '', expires_at: open.expires_at }

describe('an invitation', () => {
  it('expires at its instant, by the clock', () => {
    expect(isExpired(open, now)).toBe(false)
    expect(isExpired(over, now)).toBe(true)
    expect(isExpired({ ...open, status: 'accepted' }, now)).toBe(false)
  })
  it.each<[InvitationState, string, string]>([
    ['pending', 'pending', 'in_process'],
    ['expired', 'pending', 'in_process'],
    ['accepted', 'accepted', 'accepted'],
    ['rejected', 'rejected', 'canceled'],
    ['revoked', 'rejected', 'canceled'],
  ])('that is %s reads %s in its details and %s on its notification', (kept, inDetail, onNotice) => {
    expect(detailStatus(kept)).toBe(inDetail)
    expect(noticeStatus(kept)).toBe(onNotice)
  })
  it('says why it can’t be answered', () => {
    expect(refusalOf(open, now)).toBeNull()
    expect(refusalOf(over, now)).toBe('invitations.expired')
    expect(refusalOf({ ...open, status: 'revoked' }, now)).toBe('invitations.revoked')
    expect(refusalOf({ ...open, status: 'accepted' }, now)).toBe('invitations.answered')
  })
})

describe('its card shows the buttons', () => {
  it('only in process, pending and not expired', () => {
    for (const notice of ['in_process', 'accepted', 'canceled', null] as const)
      for (const status of ['pending', 'accepted', 'rejected'] as const)
        for (const is_expired of [false, true])
          expect(cardState(notice, { ...detail, status, is_expired }) === 'answer').toBe(
            notice === 'in_process' && status === 'pending' && !is_expired,
          )
  })
  it('else what became of it', () => {
    expect(cardState('in_process', { ...detail, status: 'pending', is_expired: true })).toBe('expired')
    expect(cardState('in_process', { ...detail, status: 'accepted', is_expired: true })).toBe('accepted')
    expect(cardState('canceled', { ...detail, status: 'pending', is_expired: false })).toBe('declined')
    expect(cardState(null, { ...detail, status: 'pending', is_expired: false })).toBe('expired')
  })
})

describe('an invitee’s address in somebody else’s copy', () => {
  it('is recognised by whoever wrote it, and of no use to others', () => {
    expect(maskedEmail('rosa.ixchel@correo.com')).toBe('r…@correo.com')
    expect(maskedEmail('r@correo.com')).toBe('r…@correo.com')
  })
})
