/**
 * What people say of the work before: a row for each language, folded as `before.ts` folds a message. `a+b`: both words are
 * there, wherever; `stem*`: the word begins so. A message that has only words of one row, and a telling one among them, has
 * no object of its own.
 */

export interface Row {
  /** To go on with it. */
  goOn: string
  /** To ask where it stands. */
  where: string
  /** What comes next: to be done, or, with a word of `asks`, to be told. */
  next: string
  /** What is done with work that is there: it is committed, merged, finished. */
  act: string
  asks: string
  /** Words that stand around these and name nothing. */
  around: string
}

/** Said in every language. Names of agents are how they are spoken to. */
export const EVERYWHERE: Row = {
  goOn: 'handoff handover continue',
  where: 'status todo todos recap',
  next: '',
  act: '',
  asks: '',
  around: 'ok okay pls thx hi hey hello claude codex gemini copilot cursor agent ai pr session plan branch',
}

export const ROWS: readonly Row[] = [
  {
    goOn: 'continue* continuing resume resuming proceed* carry+on keep+going keep+on go+on going+on move+on pick+up picking+up left+off leave+off back+work back+it back+where finish+plan implement+plan execute+plan follow+plan read+plan start+plan read+notes read+memory check+notes check+memory catch+up catching+up up+speed you+crashed session+crashed session+died got+interrupted were+interrupted got+disconnected got+cut restore+context restore+session restore+state restore+work load+context load+checkpoint load+session load+state load+memory start+notes start+memory keep+working keep+at keep+moving keep+rolling lets+roll get+going finish+started finish+rest do+rest limit+reset hit+limit rate+limit cleared+context im+back were+back continuation do+step do+next keep+pushing review+session review+plan review+notes review+handoff',
    where:
      'where+we where+weve where+i where+you where+things where+stand where+left left whats+open whats+pending progress remains remaining remind pending outstanding were+doing was+doing been+doing were+working was+working been+working did+do did+last have+done has+done was+done been+done whats+done what+happened last+time last+session last+conversation last+worked previous+session previous+conversation previous+work prior+session yesterday yesterdays lost+track lost+context lost+thread update+me fill+me refresh+memory what+now whats+plan current+state up+to we+at i+at how+far we+done any+updates any+update sitrep tldr state+things whats+new whats+up on+agenda on+docket',
    next: 'next',
    act: 'commit push merge ship finish complete wrap+up pull+request make+pr create+pr open+pr draft+pr fix+it fix+this fix+them fix+these fix+those fix+all fix+findings implement+it implement+this implement+that implement+them',
    asks: 'what whats which where how why who explain wat wats wut wuts wot wots wht whts hows',
    around:
      'the a an this that these those it its thats my our your we i you us me they them and or then so but to of on in at from with for by about into as if be is are was were weve youve ive im am been being do does did doing done have has had can could should would will shall may might must what whats wheres hows which when where how all any some more most just still again now today tonight tomorrow morning afternoon evening night last previous prior earlier before after ago since back here there please lets let like want wanna need going gonna go try know think remember see look looking check checking read reading show tell give get gets take open load find use using start started starting begin restart working work works worked task tasks thing things stuff job project sessions conversation chat context plans list notes note file files doc docs document step steps stage phase part item items point place spot state current currently first one ones new fresh same rest everything anything something yet out over up off down through right quick quickly brief briefly short overview summary summarize summarise exactly actually really already not dont ill well good great day days week weekend monday tuesday wednesday thursday friday hour hours break lunch coffee crashed crash died stopped stop interrupted disconnected closed restarted rebooted limit window compacted compaction lost track thread memory refresh repo repository feature ticket issue issues findings changes changed make create draft pull request fix implement finish complete wrap keep carry move pick catch speed bring follow execute discussed agreed talked mentioned wrote written left ready time sure immediately straight help me fill update cut off you computer laptop terminal machine happened no yes yeah great thanks thank much buddy mate bro man team up id wed youd too also until soon leave got get happy else while away meantime returned im im were whats wassup sup yo oi ey aight alright k kk kay okey gm lol btw asap rn tf wtf fam bruh bro dude mate homie friend u ur ya r n gimme lemme gotta kinda pretty prev sesh convo ctx proj hows along at restore load checkpoint context cleared clear over new updates update things whats computer phone battery wifi internet connection restart reboot had because cuz bc sorry nice cool sweet perfect awesome lovely fine review report pushing docket agenda rolling roll far hit rate reset',
  },
  {
    goOn: 'weiter weitermach* weitergeh* weiterarbeit* fortfahr* fahr+fort fahre+fort fortsetz* fortfuhr* anknupf* ubergabe* aufgehort aufhort* wiederaufnehm* umsetz*+plan wiederaufgenomm* weiterg* weitermachn',
    where:
      'stand wo+waren wo+sind wo+war wo+stehen wo+bin wo+steht stehengeblieben stehen+geblieben offen offene ubrig fehlt steht+an was+kommt zuletzt gestern letzte+sitzung letzten+sitzung letztes+mal letzten+mal fortschritt* haben+gemacht hast+gemacht wurde+gemacht unterbrochen abgesturzt faden+verloren noch+tun wo+warn wie+weit wo+stehngeblieben stehn+geblieben sachstand waren+beschaftigt womit+waren',
    next: 'nachste*',
    act: 'commit* committe pushe* merge* mergen fertig abschliess* schliess*+ab',
    asks: 'was wo wie welche* warum',
    around:
      'der die das den dem des ein eine einen einem einer und oder aber dann mal nun jetzt bitte mit von vom zu zum zur im in am an auf aus ab bei fur um es ich du wir ihr sie uns mich dir mir dich was wo wie wer wann welche* ist sind war waren bin hast habe haben hat wird wurde werden kann kannst konnen konntest konnten soll sollen lass lasst lasse machen mach mache machst gemacht tun tue arbeit arbeiten arbeite gearbeitet aufgabe* sache sachen ding dinge sitzung* schritt* liste datei* notiz* notizen projekt stelle punkt stehen steht stehst stehengeblieben geblieben lies lesen lese schau schaue schauen sieh zeig zeige sag sage gib erzahl* erinner* start* beginn* fang* fange los geht gehts gehen direkt gleich noch wieder da dort hier dran drin alles rest offenen letzte* vorher* vorig* heute morgen fruh abend zuruck genau aktuell* kurz uberblick zusammenfass* mehr nicht ja nein doch denn so also erst zuerst unser* dein* mein* danke gut guten tag hallo moin kommt an faden verloren mal fahr fahre fort abend ganze ganzen sein als uns warn nochmal nomma leg los ma machn machma jetz na servus gruss wie weit wieder bin zuletzt stehn datei dokument session reset context limit durch bitteschon kurz gern womit beschaftigt',
  },
  {
    goOn: 'continue* continu* poursui* repren* repart* reprise enchain* passation',
    where:
      'ou+est ou+etions ou+sommes ou+etais ou+etait ou+suis ou+en reste restant* statut avancement hier derniere+fois derniere+session session+precedente avons+fait ete+fait as+fait etat+lieux perdu+fil a+faire suite point+situation derniere+etape',
    next: 'suivant* prochain* ensuite',
    act: 'commit* pousse* fusionne* merge* termin* finis finir',
    asks: 'quoi que quel quelle ou comment pourquoi quest',
    around:
      'le la les l un une des de du d au aux a et ou mais puis donc alors on nous tu vous je j moi toi il elle ca cela c ce cet cette ces qu que qui quoi quel* est es sommes etions etait etais etaient suis sont ete as ai avons avez etre en y s se sur dans avec pour par sans ne pas plus sil te plait stp svp merci bon bien bonjour salut maintenant travail travaux tache* chose* projet etape* liste fichier* note* point fais fait faire faites faut dois doit devons va vas vais allons allez peux peut pouvez lis lire lisez regarde* voir vois dis montre* donne* rappelle* resume* commence* demarre* derniere dernier fois laisse* arrete* encore tout tous toutes jour aujourdhui matin soir notre nos votre vos ton ta tes mon ma mes lance* vite la-bas meme precedent* etat lieux fil perdu situation quest avait avais avions nest cest deja stp svp vas allez salut coucou bon alors donc la suite nouveau re etape',
  },
  {
    goOn: 'continu* sigue* sigamos seguimos seguir siga sigo retom* reanud* prosig* prosegu* adelante traspaso relevo',
    where:
      'donde+estabamos donde+quedamos donde+dejamos donde+ibamos donde+estamos donde+vamos donde+lo quedamos estabamos ibamos dejamos falta* queda quedan pendiente* estado avance* progreso ayer ultima+vez ultima+sesion sesion+anterior que+hicimos que+toca que+sigue hilo+perdi donde+dejaste donde+deje donde+quede estabamos+haciendo que+haciendo',
    next: 'siguiente* proxim*',
    act: 'commit* sube subelo fusiona* mergea* termina*',
    asks: 'que cual donde como por+que',
    around:
      'el la los las lo un una unos de del al a y o pero con en por para sin que cual* donde como cuando quien es son esta este esto estan estaba estamos fue era hay he has ha hemos hecho hacer haz hazlo haga hacemos hicimos vamos va voy ve ir nos me te se mi mis tu tus su sus nuestro nuestra trabajo* trabajando trabajar tarea* cosa* sesion* paso* lista archivo* nota* proyecto punto lugar lee leer lea mira* revisa* ver muestra* dime dame cuenta* recuerd* resumen empieza* empez* comienza* comenz* arranca* desde ahi alli aqui ahora hoy manana luego despues entonces ya todavia aun todo toda todos mas ultimo ultima vez anterior* porfa favor gracias bueno buenos dias vale si no puedes puede podemos debemos tenemos tengo nuevo otra hola toca hilo perdi el quedo dale venga anda lo dejaste deje quede retoma ok porfi porfavor plis favor che quedaba parte haciendo trabajando',
  },
  {
    goOn: 'continu* segue seguir siga* seguimos prossig* prosseg* retom* passagem',
    where:
      'onde+paramos onde+estavamos onde+estamos onde+parei paramos estavamos falta* resta* pendente* situacao andamento progresso ontem ultima+vez ultima+sessao sessao+anterior que+fizemos estado+atual em+que+pe gente+parou onde+parou onde+gente onde+ficamos',
    next: 'proxim* seguinte*',
    act: 'commit* suba mescla* termina* finaliza* conclu*',
    asks: 'que qual onde como por+que',
    around:
      'o a os as um uma de do da dos das no na nos nas ao e ou mas com em por pelo para pra sem que qual* onde como quando quem sao esta este isso isto estao estava estamos fui foi era ha tem temos tinha feito fazer faz faca fazemos fizemos vamos vai vou ir me se meu minha nosso nossa seu sua trabalho* trabalhando trabalhar tarefa* coisa* sessao passo* plano lista arquivo* nota* projeto ponto lugar leia ler le olha* veja ver mostra* diga conta* lembr* resumo comec* inici* dai dali daqui ai aqui agora hoje amanha depois entao ja ainda tudo toda mais ultimo ultima vez anterior favor obrigado obrigada bom dia pode podemos devemos precisamos estado atual pe ola voce de la bora gente parou ficamos bom beleza blz la onde vc tu agora',
  },
  {
    goOn: 'continu* prosegu* riprend* ripart* avanti consegne',
    where:
      'dove+eravamo dove+siamo dove+rimasti rimasti punto+siamo punto+eravamo manca* resta* stato avanzamento ieri ultima+volta ultima+sessione sessione+precedente abbiamo+fatto da+fare filo+perso stavamo+facendo stavo+facendo',
    next: 'prossim* successiv*',
    act: 'commit* committa unisci fondi completa* finisci',
    asks: 'che cosa quale dove come perche',
    around:
      'fermati fermato rimasto il lo la i gli le un una di del della dei delle al alla da dal dalla in nel nella con su sul per tra e o ma che cosa quale quali dove come quando chi sono siamo eravamo era abbiamo ho hai ha stati stavamo facendo lavorando fatto fare fai facciamo andiamo vai va vado ci mi ti si mio mia nostro nostra tuo tua lavoro lavori compito compiti attivita cose sessione passo passi piano lista nota note progetto punto posto leggi leggere guarda vedi vedere mostra* dimmi dammi ricord* riassunto inizia* iniziamo comincia* li qui ora adesso oggi domani dopo poi allora gia ancora tutto tutta piu ultimo ultima volta precedente favore grazie puoi possiamo dobbiamo a quello quella questo questa ciao buongiorno filo perso bene qual e stavo',
  },
  {
    goOn: 'verder doorga* ga+door gaan+door doorwerk* voortzet* hervat* pak+op oppak* overdracht',
    where:
      'waar+waren waar+zijn waar+was waar+staan gebleven stand+zaken openstaa* resteert gisteren vorige+keer vorige+sessie laatste+sessie hebben+gedaan nog+doen voortgang draad+kwijt',
    next: 'volgende daarna',
    act: 'commit* push merge* afmaken maak+af afronden',
    asks: 'wat waar hoe welke waarom',
    around:
      'de het een en of maar dan nu met van voor naar op in aan af bij uit te om ik je jij we wij ons me mij u dit dat deze die er hier daar wat waar hoe wie wanneer welke is zijn was waren ben heb hebben heeft had gedaan doen doe kan kun kunnen kunt laten laat lees lezen kijk bekijk zie toon vertel geef begin beginnen start starten begonnen werk werken werkten taak taken ding dingen sessie stap stappen lijst bestand* notitie* project punt plek gestopt stopten nog weer alles rest open laatste vorige vandaag morgen ochtend even graag alsjeblieft aub dank bedankt ga gaan door moet moeten zal zullen mijn onze jouw zaken stand draad kwijt keer maak pak goedemorgen hoi waarmee mee bezig',
  },
  {
    goOn: 'kontynu* dalej wznow* wznawi* przekazani*',
    where:
      'gdzie+jestesmy gdzie+bylismy skonczylismy skonczyles skonczylem na+czym zostalo pozostalo stan postep* wczoraj ostatni*+sesj* poprzedni*+sesj* ostatni*+raz* robilismy zrobilismy stanelismy stanelo',
    next: 'nastepn* kolejn*',
    act: 'zacommituj wypchnij scal zakoncz dokoncz',
    asks: 'co gdzie jak ktor* dlaczego jaki*',
    around:
      'a i w we na do z ze o od po za pod przy co gdzie jak kiedy kto ktor* jest sa byl byla bylo bylismy jestesmy mamy masz mam ma my nas nam ty ci mi mnie ja to ten ta te tego tej tym prac* zadani* rzecz* sesj* krok* plan* list* plik* notat* projekt* punkt* miejsc* przeczytaj czytaj zobacz sprawdz pokaz powiedz daj przypomnij zacznij zaczynaj* zaczynamy start* robimy robic rob zrobic zrobione teraz dzis dzisiaj jutro rano potem wtedy juz jeszcze wszystko reszt* ostatni* poprzedni* prosze dzieki dziekuje mozesz mozemy musimy trzeba nad sie czym tam tu stad skad nasz* moj* twoj* idziemy jedziemy lecimy raz* czesc dzien dobry hej siema okej no jaki* jest krok*',
  },
  {
    goOn: 'продолж* дальше далее возобнов*',
    where:
      'остановил* закончил* где+мы осталось остал* статус состояни* прогресс вчера прошл*+раз* прошл*+сесси* последн*+сесси* предыдущ*+сесси* что+делали что+сделал* на+чем статус* состояни* докуда',
    next: 'следующ*',
    act: 'закоммит* коммит* запуш* смерж* слеи заверши* доделаи',
    asks: 'что где как какои какие почему зачем',
    around:
      'и в во на с со к о об от до по за из у для не а но же ли бы что чем где как когда кто какои какая какие каком есть был была было были мы нас нам я меня мне ты тебя тебе он она оно они это этот эта эту эти тот та то там тут здесь отсюда оттуда даваи даваите можем можешь надо нужно работ* задач* дел* вещ* сесси* шаг* план* список фаил* заметк* проект* мест* момент* прочитаи прочти читаи посмотри покажи скажи даи напомни начни начинаи начнем начать приступ* сделать сделано сеичас теперь сегодня завтра утро утром снова опять еще уже все остальн* последн* предыдущ* прошл* раз* пожалуиста спасибо ну так тогда наш* мои мою твои привет доброе поехали потом там того тем ну че блин короче слушаи океи ок ладно кратко пж плиз спс по',
  },
  {
    goOn: 'продовж* дал далі дал*',
    where: 'зупинил* лишил* залишил* статус стан вчора минул*+раз* минул*+сес* попередн*+сес*',
    next: 'наступн*',
    act: 'закоміт* заверши*',
    asks: 'що де як яки* чому якии',
    around:
      'і и та и в у на з із зі до від по за для не а але ж що чим де як коли хто ми нас нам я мене мені ти це цеи ця ці тут там даваи даваите можемо треба робот* завдан* сес* крок* план* список фаил* нотат* проект* місц* прочитаи покажи скажи нагадаи почни почнемо зараз сьогодні завтра ще вже все решт* останн* попередн* минул* раз* дякую будь ласка наступн* крок*',
  },
  {
    goOn: 'devam* surdur*',
    where:
      'nerede+kal* kalmistik kaldik kalan kaldi durum* neredeyiz dun son+oturum* onceki+oturum* gecen+sefer yapiyorduk ne+yapti* ilerleme kaldigimiz+yer',
    next: 'sonraki siradaki sirada',
    act: 'commitle* pushla* birlestir* bitir* tamamla*',
    asks: 'ne nerede nasil hangi neden',
    around:
      've ile bir bu su o ne nerede nereden neler nasil hangi biz ben sen siz bizim benim senin icin mi mu miyiz miydik de da ki et edelim edebilir* edin eder misin lutfen tamam tesekkurler simdi bugun yarin sabah artik daha hala hepsi her sey is isi ise gorev* adim* plan* liste* dosya* not notlar* proje* oturum* yer* yerden nokta* oku* bak* goster* soyle* ver hatirlat* basla* kaldigimiz kaldigin kal* en son onceki gecen sefer var yok yap* gerek* lazim sonra merhaba gunaydin bize bana ne var kaldigin yerden tamamdir hadi abi neresiydi neresi kaldigimiz yer',
  },
  {
    goOn: 'اكمل استمر تابع واصل لنكمل لنستمر نكمل نتابع لنتابع استكمل استانف متابعه اكمال استمرار تسليم كمل كملي نكمل',
    where:
      'توقفنا اين+كنا وصلنا تبقي متبقي متبقيه حاله وضع امس تقدم جلسه+سابقه جلسه+اخيره مره+ماضيه ماذا+فعلنا وين+وصلنا وين+وقفنا',
    next: 'تالي تاليه قادم قادمه',
    act: 'ادمج ادفع انهي',
    asks: 'ما ماذا اين كيف لماذا',
    around:
      'من في علي الي عن مع ما ماذا اين كيف متي هو هي نحن انا انت هذا هذه ذلك التي الذي حيث كنا كان عمل عملنا مهمه مهام جلسه سابق سابقه اخير اخيره ماضي ماضيه مره خطوه خطوات خطه قايمه ملف ملاحظات مشروع اقرا انظر اعرض قل اخبرني اخبرنا ذكرني ابدا لنبدا نبدا ان يوم غدا بعد ثم لا زال كل شيء باقي فضلك شكرا هل يمكنك يمكننا يجب علينا نفعل افعل سنفعل هناك لنا عنده مرحبا اخر فعلنا بدا وقفنا وين حيث توقفت يلا طيب شو ايش',
  },
  {
    goOn: 'fortsatt* slutade fortsaett* ga+vidare jatka* lanjut* teruskan tiep+tuc pokracu* fortsett* fortsaet* folytas* folytat* nastavi* продълж* настави* συνεχι* συνεχ* המשך תמשיך נמשיך להמשיך ממשיכים ادامه जारी आगे+बढ़ो आगे+बढ़ें आगे+बढ़ते ต่อ* ทําต่อ* ดําเนินการต่อ* lam+tiep tiep+di ᄀᄀ teruskan sambung* magpatuloy ituloy endelea jatketaan',
    where:
      'var+var hvor+var igar kvar sampai+mana kemarin sisa den+dau hom+qua con+lai tinh+trang missa+olimme kde+jsme vcera hvor+kom hvor+naede mihin+jaatiin missa+mennaan skoncili+kde kde+skoncili kde+zostali hol+tartottunk hol+tartunk unde+ramas unde+eram που+μειναμε που+ημασταν gde+stali gdje+stali где+стали докъде къде+бяхме איפה+היינו איפה+עצרנו מה+נשאר کجا+بودیم کجا+موندیم چی+مونده कहाँ+थे कहां+थे ถึงไหน* toi+dau sampai+mana nasaan+tayo dang+dau तक+पहुँचे कहाँ+पहुँचे',
    next: 'nasta naeste neste seuraava* berikutnya tiep+theo dalsi הלאה הבא بعدی अगला ต่อไป* επομενο* kovetkezo* urmator* sledec* sljedec* следва* selanjutnya urmatorul',
    act: '',
    asks: 'vad hvad hva mita apa gi co mi ce τι sta sto какво מה چی چیه क्या อะไร ano',
    around:
      'var hvor jag vi jeg du det den en ett et i pa med och og att at till til fran fra som nu mig oss arbetet arbejdet jobbet dar der vad hvad hva ar er vidare ga kan du tack tak snalla gjorde nasta steget steg apa da yang kita kami saya anda dari di ke dan tolong pekerjaan tugas langkah selanjutnya mana sampai terakhir dang lam gi viec cong buoc hay chung ta toi la o luc truoc tuc tiep theo den dau con lai hom qua tinh trang missa olimme mita on kde jsme co je prosim praci kom til naede jaatiin skoncili zostali jsme sme hol tartottunk tartunk azt a az es unde am ramas eram de unde που μειναμε ημασταν το και απο εκει gde gdje stali smo smo od da li до къде бяхме стигнахме איפה היינו עצרנו נשאר את זה מה של על אנא בבקשה תודה کجا بودیم موندیم بده بدهید کن کنید لطفا از را به همان جا که है हम थे हैं रखो रखें करो करें करते कहाँ कहां क्या से जहाँ कृपया को का लय ครับ ค่ะ หน่อย เลย จาก งาน di lam dang toi roi nha nhe giup phan ta minh cho tayo na po skridt skrittet krok lepes lepesunk a kovetkezo pas pasul care e ποιο ειναι βημα τωρα सुप्रभात नमस्ते तक पहुँचे अब o dau roi',
  },
]

/** Written without spaces: the words stand side by side. */
export const CHINESE: Row = {
  goOn: '继续 接着 接下去 往下 恢复 交接 续上 繼續 接著 恢復',
  where:
    '到哪 哪了 哪里了 哪儿了 哪一步 进度 進度 进展 進展 状态 狀態 现状 現狀 情况 情況 待办 待辦 还剩 還剩 剩下 没做 没做完 没弄完 弄到 未完成 还有什么 還有什麼 上次 昨天 之前 刚才 剛才 上回 停在 做到 说到 說到',
  next: '下一步 下一个 下一個 下一项 接下来 接下來',
  act: '提交 推送 合并 合併',
  asks: '什么 什麼 啥 嘛 哪 怎么 为什么 吗 嗎 如何',
  around:
    '样 樣 啥 嘛 弄 咱 哦 嗯 哈 呗 了吗 有啥 麻烦 我回来 回来 我们 我們 我 你 您 咱们 请 請 一下 吧 了 的 地 得 呢 吗 嗎 啊 呀 在 是 把 给 給 从 從 和 与 到 去 来 來 就 先 再 也 还 還 都 要 该 該 应该 應該 可以 能 需要 想 做 干 幹 工作 任务 任務 事情 事 活 内容 地方 步 步骤 步驟 计划 計劃 清单 文件 文档 文檔 笔记 记录 项目 項目 会话 會話 对话 看 读 讀 阅读 查看 告诉 告訴 说 說 回顾 总结 什么 什麼 哪 里 儿 怎么 怎樣 如何 多 现在 現在 今天 明天 早上 上 下 那 这 這 个 個 开始 開始 完成 后 後 然后 然後 剩 没 沒 完 有 谢谢 謝謝 好 停 中断 断 进行 目前 当前 最近 帮 幫 为 我要 代码 改动 所有 全部 分支',
}

export const JAPANESE: Row = {
  goOn: '続 再開 引継 引き継 継続 つづき',
  where: '現状 状況 進捗 前回 昨日 途中 残 どこまで 状態 ステータス 中断 止',
  next: '次 つぎ',
  act: 'コミット プッシュ マージ 完了',
  asks: '何 なに なぜ どう',
  around:
    '作業 仕事 今日 明日 今 私 何 教 見 読 確認 開始 始 進 行 終 所 場所 地点 先 件 内容 計画 手順 段階 一覧 資料 メモ タスク プラン セッション ファイル ドキュメント プロジェクト ステップ 願 致 下 頂 前 後 全部 全 部 分 時 最後 最初 思 出 要約 変更 お',
}

export const KOREAN: Row = {
  goOn: '계속 고고 이어 재개 인수인계 마저 진행',
  where: '어디까지 현황 상태 진행상황 진행 남은 남았 어제 지난번 지난 이전 저번 아까 상황 중단',
  next: '다음',
  act: '커밋 푸시 머지 병합 마무리 완료',
  asks: '뭐 무엇 뭘 어디 어떻게 왜 무슨',
  around:
    '우리 나 내 저 너 작업 일 할일 것 거 세션 단계 계획 목록 파일 문서 노트 프로젝트 부분 곳 해 하 할 한 했 뭐 무엇 뭘 어디 어떻게 언제 지금 오늘 내일 그럼 그러면 이제 다시 좀 더 부탁 읽 보 봐 확인 알려 말해 보여 시작 주세 줘 주 마지막 처음 모두 전부 나머지 여기 거기 있 없 필요 무슨 어느 그 이 변경사항 변경 브랜치 안녕',
}
