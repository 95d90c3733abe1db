import { on } from '#core/server/route.ts'
import { askForCode, confirmCode } from './commands.phone.ts'
import { addFile, removeFile, send, withdraw } from './commands.ts'
import {
  addIdentityFile,
  confirmPhone,
  readVerification,
  removeIdentityFile,
  sendIdentity,
  sendPhoneCode,
  withdrawIdentity,
} from './contract.ts'
import { verificationOf } from './queries.ts'

// These calls count tries, or take their time: they open their transactions themselves.
const own = { transaction: false } as const

export const routes = [
  on(readVerification, (ctx) => verificationOf(ctx, ctx.viewer.id)),
  on(sendPhoneCode, (ctx, { body }) => askForCode(ctx, body.phone), own),
  on(confirmPhone, (ctx, { body }) => confirmCode(ctx, body.code), own),
  on(addIdentityFile, (ctx) => addFile(ctx), own),
  on(removeIdentityFile, async (ctx, { params }) => {
    await removeFile(ctx, ctx.viewer.id, params.id)
    return {}
  }),
  on(sendIdentity, (ctx, { body }) => send(ctx, ctx.viewer.id, body), {
    again: (ctx) => verificationOf(ctx, ctx.viewer.id),
  }),
  on(withdrawIdentity, (ctx) => withdraw(ctx, ctx.viewer.id), {
    again: (ctx) => verificationOf(ctx, ctx.viewer.id),
  }),
]
