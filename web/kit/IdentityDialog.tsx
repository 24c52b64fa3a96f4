import { Alert, Input, type InputRef } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from './api.ts'
import { kitWords } from './kit-text.ts'
import { PageModal } from './PageModal.tsx'
import { useText } from './text.ts'
import { toast } from './toast.ts'

type Run<R> = (code: string | undefined) => Promise<R>
interface Asked {
  again: (code: string) => Promise<void>
  give: () => void
}

/** The parameter the server names where it wants a fresh code of the caller's authenticator. */
const field = 'identify_code'
const wantsCode = (error: unknown): error is ApiError => error instanceof ApiError && error.field === field

/**
 * The step before what cannot be taken back. `verify` does it; where the server wants to be sure who is there, a dialog
 * asks for a code and it is done again with it. Left without a code, it fails as the server refused it.
 */
export function useIdentity(): {
  verify: <R>(run: Run<R>) => Promise<R>
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  const verify = async <R,>(run: Run<R>): Promise<R> => {
    try {
      return await run(undefined)
    } catch (error) {
      if (!wantsCode(error)) throw error
      return await new Promise<R>((resolve, reject) => {
        const end = (how: () => void) => {
          setAsked(undefined)
          how()
        }
        setAsked({
          give: () => end(() => reject(error)),
          again: async (code) => {
            try {
              const result = await run(code)
              end(() => resolve(result))
            } catch (failure) {
              // A wrong code is asked for again; anything else is no matter of who is there.
              if (wantsCode(failure)) throw failure
              end(() => reject(failure))
            }
          },
        })
      })
    }
  }
  return { verify, dialog: asked ? <IdentityDialog {...asked} /> : null }
}

function IdentityDialog({ again, give }: Asked) {
  const t = useText(kitWords)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState('')
  const [running, setRunning] = useState(false)
  const input = useRef<InputRef>(null)
  const send = async () => {
    if (running) return
    if (!code) {
      toast.error(t.identityFailed)
      return input.current?.focus()
    }
    setRunning(true)
    try {
      await again(code)
    } catch (error) {
      setFailure((error as ApiError).message)
      setRunning(false)
      setCode('')
      input.current?.focus()
    }
  }
  return (
    <PageModal
      open
      title={t.identity}
      width={400}
      okText={t.ok}
      cancelText={t.cancel}
      confirmLoading={running}
      cancelButtonProps={{ disabled: running }}
      mask={{ closable: false }}
      onOk={() => void send()}
      onCancel={() => !running && give()}
      afterOpenChange={(shown) => shown && input.current?.focus()}
    >
      <div className="pb-form">
        {failure && <Alert type="error" showIcon title={failure} role="alert" />}
        <p className="pb-note">{t.identityNote}</p>
        <Input
          ref={input}
          aria-label={t.identityCode}
          placeholder={t.identityCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          onPressEnter={() => void send()}
        />
      </div>
    </PageModal>
  )
}
