import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#core/contract/language.ts'
import { languageFor } from '#core/server/mount.ts'

/**
 * The language of a page that is drawn: the one chosen in this browser, which the pages mirror in a cookie; else the one
 * that the address names; else the one that the request asks for.
 */
export const chosenLanguage = (request: FastifyRequest): Language =>
  languageOf(/(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]) ??
  languageOf((request.query as { lang?: unknown }).lang) ??
  languageFor(request)
