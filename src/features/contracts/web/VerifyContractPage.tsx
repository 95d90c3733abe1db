import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ApiError, call } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { PublicFrame } from '#features/directory/web/PublicFrame.tsx'
import { type Finding, PaperNumber, Sha256, type Verification, verifyContract } from '../contract.papers.ts'
import { contractPaperTexts } from './texts.ts'

const spoken = texts(contractPaperTexts)

const SIGNS: Record<Finding, { Sign: LucideIcon; tint: string }> = {
  genuine: { Sign: CircleCheck, tint: 'bg-ok-tint' },
  changed: { Sign: CircleAlert, tint: 'bg-bad-tint' },
  voided: { Sign: CircleAlert, tint: 'bg-bad-tint' },
  superseded: { Sign: CircleAlert, tint: 'bg-warn-tint' },
  unsigned: { Sign: CircleAlert, tint: 'bg-warn-tint' },
  unknown: { Sign: CircleHelp, tint: 'bg-surface-2' },
}

/** Bytes of a file that is worth reading: no paper of ours comes near it. */
const FILE_MAX = 20_000_000

/** The SHA-256 of a file, hex, worked out here: the file goes nowhere. */
async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** /verify-contract: whether somebody's copy of an agreement or a certificate is the genuine one. For everybody. */
export function VerifyContractPage() {
  const { t } = useTexts(spoken)
  const [query] = useSearchParams()
  return (
    <PublicFrame>
      <PublicHead title={t('copies.title')} description={t('copies.description')} path="/verify-contract" />
      <div className="mx-auto flex w-full max-w-160 flex-col gap-6">
        <PageHeader title={t('copies.title')} eyebrow={t('copies.eyebrow')} />
        <p className="text-ink-2">{t('copies.text')}</p>
        <VerifyForm number={query.get('number') ?? ''} />
        <p className="text-sm text-ink-2">{t('copies.privacy')}</p>
      </div>
    </PublicFrame>
  )
}

function VerifyForm(given: { number: string }) {
  const { t } = useTexts(spoken)
  const [number, setNumber] = useState(given.number)
  const [sha256, setSha256] = useState('')
  const [faults, setFaults] = useState<{ number?: string; file?: string; sha256?: string }>({})
  const check = useMutation<Verification, ApiError, { number: string; sha256: string }>({
    mutationFn: (query) => call(verifyContract, { query }),
  })
  const chosen = useRef<File>(undefined)
  const choose = async (file: File | undefined) => {
    chosen.current = file
    check.reset()
    setSha256('')
    setFaults({})
    if (!file) return
    if (file.size > FILE_MAX) return setFaults({ file: t('copies.too_large') })
    try {
      const hash = await hashOf(file)
      // Another was chosen while this one was read.
      if (chosen.current === file) setSha256(hash)
    } catch {
      // Read from a drive that is gone, or in a page without a secure address, where browsers don't compute hashes.
      setFaults({ file: t('copies.unreadable') })
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = { number: PaperNumber.safeParse(number), sha256: Sha256.safeParse(sha256) }
    setFaults({
      ...(read.number.success ? {} : { number: t('common:validation.contract_number') }),
      ...(read.sha256.success
        ? {}
        : { [sha256 ? 'sha256' : 'file']: t(sha256 ? 'common:validation.sha256' : 'copies.nothing_chosen') }),
    })
    if (read.number.success && read.sha256.success)
      check.mutate({ number: read.number.data, sha256: read.sha256.data })
  }
  return (
    <>
      <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
        <PlainField
          label={t('copies.number')}
          name="number"
          description={t('copies.number_hint')}
          errorMessage={faults.number}
          isRequired
        >
          {(control) => (
            <input
              {...control}
              value={number}
              onChange={({ target }) => {
                check.reset()
                setNumber(target.value)
              }}
              maxLength={30}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </PlainField>
        <PlainField label={t('copies.file')} description={t('copies.file_hint')} errorMessage={faults.file}>
          {(control) => (
            <input
              {...control}
              type="file"
              className={`${control.className} py-1 file:mr-3 file:h-7 file:rounded-full file:bg-primary file:px-3 file:text-sm file:font-semibold file:text-on-primary`}
              accept="application/pdf,.pdf"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          )}
        </PlainField>
        <PlainField
          label={t('copies.sha256')}
          description={t('copies.sha256_hint')}
          errorMessage={faults.sha256}
        >
          {(control) => (
            <input
              {...control}
              value={sha256}
              onChange={({ target }) => {
                check.reset()
                setSha256(target.value)
              }}
              maxLength={80}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </PlainField>
        <FormError>{check.error?.message}</FormError>
        <div>
          <Button type="submit" size="lg" isPending={check.isPending}>
            {t('copies.send')}
          </Button>
        </div>
      </form>
      <div role="status">{check.data && <Found {...check.data} />}</div>
    </>
  )
}

function Found({ paper, finding, version, signed_at }: Verification) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const { Sign, tint } = SIGNS[finding]
  // A certificate has one version, which nobody signs or voids.
  const isOne = finding === 'genuine' || finding === 'changed' || finding === 'unknown'
  const said =
    paper === 'certificate' && isOne
      ? (`copies.certificates.${finding}` as const)
      : (`copies.findings.${finding}` as const)
  return (
    <div className={`flex items-start gap-3 rounded-card p-5 ${tint}`}>
      <Sign aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div>
        <h2 className="title-card">{t(`${said}.title`)}</h2>
        <p className="mt-1">{t(`${said}.text`)}</p>
        {paper === 'certificate' && signed_at && (
          <p className="mt-2 text-sm text-ink-2">
            {t('copies.issued', { date: date(signed_at, 'UTC', 'long') })}
          </p>
        )}
        {version !== null && (
          <p className="mt-2 text-sm text-ink-2">
            {signed_at
              ? t('copies.version_signed', { version, date: date(signed_at, 'UTC', 'long') })
              : t('copies.version', { version })}
          </p>
        )}
      </div>
    </div>
  )
}
