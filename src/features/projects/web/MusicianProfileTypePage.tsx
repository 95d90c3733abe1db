import { useMutation, useQuery } from '@tanstack/react-query'
import { Mic, UsersRound } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { placeOf } from '#core/contract/places.ts'
import { ask, call } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { PROJECT_TYPES, type ProjectType } from '#features/access/rules.ts'
import { AccountStage } from '#features/accounts/web/AccountStage.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { createProject, listProjects, NewProject, switchProject } from '../contract.ts'
import { CityField } from './CityField.tsx'
import { GenresField } from './GenresField.tsx'
import { storeProfile } from './profile.ts'
import { fieldTexts, profilesTexts, projectTexts } from './texts.ts'

const spoken = texts(projectTexts, profilesTexts, fieldTexts)

interface Values {
  project_type: ProjectType
  name: string
  city: string | null
  genres: string[]
}

/** `?mode=create` makes a new project, and acts as it from then on. */
export function MusicianProfileTypePage({ limit }: { limit?: ReactNode }) {
  const [query] = useSearchParams()
  return query.get('mode') === 'create' ? (
    <CreateProject limit={limit} />
  ) : (
    <Navigate to="/profiles" replace />
  )
}

function CreateProject({ limit }: { limit: ReactNode }) {
  // With the words of its fields, so that they don't put the page back to its skeleton.
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  // There is one personal project; who has it makes bands.
  const hasPersonal = user?.music_project.some((one) => one.project_type.name === 'INDIVIDUAL') ?? false
  const form = useForm<Values, unknown, NewProject>({
    resolver: resolverOf<Values, NewProject>(NewProject),
    defaultValues: {
      project_type: hasPersonal ? 'GROUP' : 'INDIVIDUAL',
      name: hasPersonal ? '' : (user?.name ?? ''),
      city: null,
      genres: [],
    },
  })
  const { control, formState, resetField } = form
  // A band begins in its owner's town; it may be another one.
  const { data: own } = useQuery({ ...ask(listProjects), enabled: hasPersonal })
  const town = own?.results.find(
    ({ project_type, role }) => project_type === 'INDIVIDUAL' && role === 'OWNER',
  )?.city
  const isChosen = formState.dirtyFields.city ?? false
  const type = useWatch({ control, name: 'project_type' })
  useEffect(() => {
    if (town && !isChosen) resetField('city', { defaultValue: town })
  }, [town, isChosen, resetField])
  const create = useMutation({
    mutationFn: async (body: NewProject) => {
      const country = body.city ? (placeOf(body.city)?.country ?? null) : null
      const { id } = await call(createProject, { body: { ...body, country } })
      return call(switchProject, { params: { id } })
    },
  })
  const submit = submitOf(form, async (body) => {
    storeProfile(await create.mutateAsync(body))
    void navigate('/profile')
  })
  const icons = { INDIVIDUAL: <Mic aria-hidden />, GROUP: <UsersRound aria-hidden /> }
  return (
    <AccountStage stage="musician" title={t('projects.new.title')} lead={t('projects.new.lead')} isWide>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Controller
          name="project_type"
          control={control}
          render={({ field, fieldState }) => (
            <RadioCards
              {...field}
              label={t('projects.new.type')}
              options={PROJECT_TYPES.map((value) => ({
                value,
                label: t(`projects.new.types.${value}.name`),
                description:
                  value === 'INDIVIDUAL' && hasPersonal
                    ? t('projects.new.has_personal')
                    : t(`projects.new.types.${value}.text`),
                icon: icons[value],
                isDisabled: value === 'INDIVIDUAL' && hasPersonal,
              }))}
              errorMessage={fieldState.error?.message}
              isRequired
            />
          )}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText
            control={control}
            name="name"
            shared
            label={t(type === 'GROUP' ? 'projects.fields.band_name' : 'projects.fields.name')}
            maxLength={80}
            isRequired
          />
          <CityField
            control={control}
            unknownHelp={t(town && !isChosen ? 'projects.fields.city_as_own' : 'projects.fields.city_later')}
          />
        </div>
        <GenresField control={control} />
        {limit}
        <FormError>{formState.errors.root?.message}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="lg" isPending={formState.isSubmitting}>
            {t('projects.new.submit')}
          </Button>
          <Button variant="secondary" size="lg" onPress={() => void navigate(-1)}>
            {t('projects.cancel')}
          </Button>
        </div>
      </form>
    </AccountStage>
  )
}
