import { describe, expect, test } from 'vitest'
import { answerOf, faultOf } from './page-answers.ts'

const PHRASES =
  `All rights are reserved|Rights reserved|Alle Rechte bleiben vorbehalten|Rechte vorbehalten
Tous les droits sont réservés|Droits réservés|TOUS DROITS RÉSERVÉS|Todos los derechos están reservados
Derechos Reservados|Tots els drets estan reservats|Eskubide guztiak erreserbatuta
Tutti i diritti sono riservati|Diritti riservati|Ogni diritto riservato|Alle rechten zijn voorbehouden
Rechten voorbehouden|Todos os direitos são reservados|Direitos Reservados|Alla rättigheter förbehålls
Alla rättigheter reserverade|Med ensamrätt|Alle rettigheder forbeholdes|Alle rettigheter reservert
Wszelkie prawa są zastrzeżone|Prawa zastrzeżone|Všechna práva jsou vyhrazena|Všetky práva sú vyhradené
Toate drepturile sunt rezervate|Drepturi rezervate|Tüm hakları saklıdır|TÜM HAKLARI SAKLIDIR
Her hakkı saklıdır|Her Hakkı Saklıdır|Bütün hakları saklıdır|Tüm haklarımız saklıdır
Tüm hakları mahfuzdur|Все права защищены|Права защищены|Авторские права защищены|Усі права захищені
Всички права са запазени|Sva prava su pridržana|Vse pravice pridržane|Minden jog fenntartva
Kaikki oikeudet pidätetään|Με την επιφύλαξη κάθε νόμιμου δικαιώματος`.split(/[|\n]/u)

describe.each(PHRASES)('"%s" does not belong to the holder', (phrase) => {
  test.each([
    `© 2024 Morvel Tinka ${phrase}`,
    `© 2024 Morvel Tinka. ${phrase}.`,
    `${phrase} © Morvel Tinka`,
    `Morvel Tinka © 2024 - ${phrase}`,
  ])('%s', (line) => {
    const page = {
      title: line,
      domain: 'kz19.com',
      operators: ['Morvel Tinka'],
      html: `<footer>${line}</footer>`,
    }
    expect(faultOf(page, answerOf(page))).toBeNull()
  })
})

test.each([
  ['Alle rettigheter tilhører Morvel Tinka AS', 'Morvel Tinka AS'],
  ['Alla rättigheter tillhör Morvel Tinka AB', 'Morvel Tinka AB'],
  ['Alle rettigheder tilhører Morvel Tinka A/S', 'Morvel Tinka A/S'],
])('%s names the holder', (line, name) => {
  const page = {
    title: line,
    domain: 'kz19.com',
    operators: [name],
    html: `<footer>${line}</footer>`,
  }
  expect(faultOf(page, answerOf(page))).toBeNull()
})
