import { expect, test } from 'vitest'
import { ACCOUNT_TYPES, can, parsePermission, permissionsOf, Scope } from './rules.ts'

const reads = (list: string) => list.split(', ').map((view) => `read:${view}`)

const MUSICIAN = reads(
  'availability, budgets, calendar, contracts, instruments, membership, profile, referrals, services, new-services, edit-service, support, edit-profile, music, complete-profile, verify-email, verify-email-check, musician-profile-type, musician-public-profile, music-project-profiles',
)
const STUDENT = reads(
  'availability, calendar, instruments, membership, profile, referrals, support, student, verify-email, verify-email-check, musician-public-profile',
)
const TALENT_HUNTER = reads(
  'profile, edit-profile, complete-profile, signup-client, signup-client-update, student, order, musics, suscription, talent-hunter, events, verify-email, verify-email-check, musician-public-profile',
)

test('each account type has exactly the permissions of the specification', () => {
  expect(permissionsOf({ account_type: 'MUSICIAN' })).toEqual(MUSICIAN)
  expect(permissionsOf({ account_type: 'STUDENT' })).toEqual(STUDENT)
  expect(permissionsOf({ account_type: 'TALENT_HUNTER' })).toEqual(TALENT_HUNTER)
})

test('a musician acting as a band loses the profile and service forms', () => {
  const gone = ['read:edit-profile', 'read:new-services', 'read:edit-service']
  expect(permissionsOf({ account_type: 'MUSICIAN', project_type: 'GROUP' })).toEqual(
    MUSICIAN.filter((permission) => !gone.includes(permission)),
  )
  expect(permissionsOf({ account_type: 'MUSICIAN', project_type: 'INDIVIDUAL' })).toEqual(MUSICIAN)
})

test('only a musician who owns the active project sees its members', () => {
  expect(permissionsOf({ account_type: 'MUSICIAN', project_type: 'GROUP', owner: true })).toContain(
    'read:members',
  )
  expect(permissionsOf({ account_type: 'MUSICIAN', project_type: 'GROUP', owner: false })).not.toContain(
    'read:members',
  )
  for (const account_type of ['STUDENT', 'TALENT_HUNTER'] as const)
    expect(permissionsOf({ account_type, project_type: 'GROUP', owner: true })).toEqual(
      permissionsOf({ account_type }),
    )
})

test('a permission has an action, a view and perhaps a specific part', () => {
  expect(Scope).toEqual({ ACTION: 0, VIEW: 1, SPECIFIC: 2 })
  expect(parsePermission('read:budgets')).toEqual({ action: 'read', view: 'budgets', specific: null })
  expect(parsePermission('update:services:price')).toEqual({
    action: 'update',
    view: 'services',
    specific: 'price',
  })
  for (const wrong of [
    '',
    'read',
    'read:',
    ':budgets',
    'fly:budgets',
    'read:a:b:c',
    'read:bud gets',
    'READ:x',
  ])
    expect(parsePermission(wrong)).toBeNull()
})

test('every default permission can be parsed', () => {
  for (const account_type of ACCOUNT_TYPES)
    for (const permission of permissionsOf({ account_type, owner: true }))
      expect(parsePermission(permission)?.action).toBe('read')
})

test('a whole view covers its parts, a part never the whole view', () => {
  expect(can(['read:budgets'], 'read:budgets')).toBe(true)
  expect(can(['read:budgets'], 'read:budgets:totals')).toBe(true)
  expect(can(['read:budgets:totals'], 'read:budgets')).toBe(false)
  expect(can(['read:budgets:totals'], 'read:budgets:totals')).toBe(true)
  expect(can(['read:budgets'], 'update:budgets')).toBe(false)
  expect(can([], 'read:budgets')).toBe(false)
  expect(can(['nonsense'], 'nonsense')).toBe(false)
})
