"""The chunks that hold all instances, in order: pegs for the upper disc, pegs for the lower one (a is 1, l is
12), and how many instances belong to each. Chosen greedily, by instances for each second; see `chunks`.
"""

COVER = """
dejk-fghi-65664 dfgk-ehij-65280 dhik-efgj-64896 defh-gijk-64512 degi-fhjk-64128 dfij-eghk-63744
dghj-efik-63360 cdef-ghij-57168 egkl-fhij-56992 cijk-efgh-56784 dhjl-efgi-56464 eghi-fjkl-55376
deil-fghj-55232 cdgj-efhi-54896 cehk-fgij-54608 cdfi-eghj-50518 egij-fhkl-50358 efhj-gikl-49846
cdgh-efij-49686 cejl-fghi-54592 cfgl-ehij-54600 chil-efgj-53824 dfhk-egil-49438 dgik-efhl-48628
cefi-dghk-48118 cegh-dfik-47704 ceik-fghj-40810 dehl-fgij-40434 dijl-efgh-40066 chjk-efgi-39738
bdeg-fhij-46198 befk-ghij-45574 cgjk-dfhi-41734 bdfj-eghi-44322 dgjl-fhik-38672 cdfh-egik-38330
defi-ghkl-38140 dghk-fijl-37970 behj-dfgi-38970 bcgi-efhj-42154 cfgl-dhik-42790 degj-fikl-36432
dhil-efjk-36744 dfkl-ghij-33078 beij-fghk-35240 bdik-fghj-36884 chil-dfgk-38496 cdej-fghk-33456
dfgh-ejkl-32764 cehi-gjkl-35382 chik-defj-31788 cgij-dehk-31418 cegk-hijl-33878 cfhl-dgij-31020
cijk-dghl-35896 cdhj-fgil-30840 cfjl-egik-31336 cdkl-efhi-32408 cfgk-dehl-33386 cehk-dgil-32732
cfgi-hjkl-28172 cghi-efkl-27130 cegl-fijk-28178 cdkl-fghj-28276 chjl-dfik-28578 cdfj-ghil-25382
cefl-ghjk-26548 cfgl-dejk-30128 cdij-efkl-29702 cfjl-degh-24862 cfgk-dijl-26022 ceij-dfhl-23998
cdfh-gjkl-25726 cegl-dfhj-23176 cejl-dhik-24748 cdfg-eikl-23834 chij-degl-21938 cdkl-egij-23516
cdeh-fikl-22854 cgjk-efil-21034 cdei-fhjl-20192 dfgj-ehkl-18306 cefi-dgjl-19422 dfil-ehjk-17560
cgjl-efhk-18592 chil-dejk-20522 cgik-dfjl-18352 cfhk-eijl-16724 cjkl-defg-18242 cfkl-dghi-15872
cdil-eghk-16480 cefj-dgkl-17224 cdjk-eghl-16642 cdeg-hikl-15466 cehk-dfjl-16764 cghj-eikl-14424
cdei-fgjk-13322 cfik-ehjl-13234 cgjl-defi-12806 cdej-gikl-13340 cefh-dijk-12130 cdgi-ejkl-12858
cikl-dfhj-12712 dfhl-egjk-11324 cfhk-degl-11902 cdgk-fhjl-11514 cdhj-efgk-10272 cdfg-hijk-10036
cejk-ghil-10258 cghi-dejl-10130 cejl-dfgk-10780 cdhl-fijk-10076 cdik-efgl-9474 cfij-ghkl-8588
cdek-fijl-8768 cfjk-deil-8640 cegi-dhjk-8060 cekl-dhij-8108 cikl-degh-7782 defk-ghjl-7514 cdgl-efjk-7670
cehi-dfgl-7014 cegj-dfkl-7458 defl-hijk-6716 bcfj-dhik-6968 cghl-deij-6222 cdfi-ehkl-6188 dhjk-efil-5978
cdhk-egjl-5906 cefg-dhil-5638 cijl-defk-5606 cdjl-ehik-5252 cfhi-egjk-4922 chjk-dfgl-5026 cgkl-dehj-5034
cehl-gijk-4902 cfhi-dekl-4732 cegh-fijl-4664 cdil-fhjk-4524 chjl-degi-4014 dehi-fgjl-3812 cekl-dfgi-3868
cdfk-ehil-3898 cegi-fhkl-3702 cdef-ijkl-3616 ceik-fghl-3426 cfik-degj-3378 cgij-dehl-3488 cghl-dfjk-3212
cehj-dgkl-3156 cdgj-fhkl-3014 cgkl-efij-2940 cefj-dghi-2848 cefk-ghjl-2738 ceil-dfgj-2702 cjkl-dehi-2612
cdel-fgik-2512 cfgh-dikl-2466 dhij-efgl-2426 cdfg-ehjl-2294 cghk-defl-2168 ceil-dghk-2320 cghl-efik-2096
cfhl-degk-1926 cdil-efhj-1936 cdhk-fgij-1858 bhkl-cefj-1796 dhjl-egik-1590 deij-fhkl-1616 cdfi-egjl-1528
cegj-dfil-1492 dgkl-fhij-1446 cegi-dfkl-1410 cijl-dfgh-1296 bdhj-cfkl-1352 cdgh-efil-1184 cegh-djkl-1170
behk-cfgl-1122 cdfk-ghij-1122 cfgj-hikl-1060 dfgl-eijk-976 agjk-chil-953 cegl-fhik-870 dgij-efkl-860
acfk-eghi-848 bijl-dehk-795 cdij-fgkl-729 cfgj-deik-740 cdjk-egil-701 chkl-dgij-686 efjl-ghik-660
degh-fijk-662 djkl-efhi-623 cehj-fgkl-577 bdef-chil-580 cdek-fhij-516 adhj-cefg-527 cdik-ghjl-517
chjk-dgil-462 cdfl-egjk-458 cdgk-efhj-447 bcgh-eijk-442 cdef-ghik-376 deil-fgjk-366 chjl-fgik-322
cefh-dgjl-314 bcfj-ehkl-324 cegl-dhjk-321 cgil-defh-271 ceik-dfgj-246 cdhi-egkl-240 cdgh-fijl-263
cdjl-ghik-218 cfhl-dejk-219 cdei-fghl-190 chij-degk-162 efjk-ghil-137 cfil-dghj-132 dgjl-efik-155
djkl-efgi-133 cghi-fjkl-125 cdfl-ehij-117 cfjk-eghl-117 cfik-dehl-94 chjk-defi-74 cejk-dfhl-52
degk-fijl-66 ceij-dfhk-52 bdei-cfhl-68 cfgk-dehi-40 dijk-efhl-26 cehj-dfik-24 cdek-gijl-25 cfhi-dgjk-20
chjk-efil-15 cfij-dhkl-7
"""
