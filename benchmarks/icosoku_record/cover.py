"""The chunks that hold all instances, in order: pegs for the upper disc, pegs for the lower one (a
is 1, l is 12), and the number of instances. Chosen greedily, by instances per second; see `chunks`.
"""

COVER = """
cdefg-hijkl-345600 cdefh-gijkl-273024 cdegi-fhjkl-264168 cdefi-ghjkl-176040 cdegh-fijkl-173664
cdfgj-ehikl-242064 cfghi-dejkl-260640 cdhij-efgkl-243424 cefhj-dgikl-197996 cdfhk-egijl-191196
cegjk-dfhil-204434 cefik-dghjl-162584 cghkl-defij-155656 cdekl-fghij-133758 cdijk-efghl-125050
cdfjl-eghik-120936 cehil-dfgjk-114374 cfgil-dehjk-102664 ceijl-dfghk-72798 cdgjl-efhik-53166
cfjkl-deghi-53796 cghij-defkl-44266 cehjl-dfgik-42196 cdhik-efgjl-38576 cgikl-defhj-25084
cfhkl-degij-25786 cdghl-efijk-24962 cdegk-fhijl-16862 cefgl-dhijk-17028 chijk-defgl-15148
cehij-dfgkl-6852 cdijl-efghk-12218 cefgi-dhjkl-6504 cdfgi-ehjkl-6212 cghil-defjk-3816
cdehi-fgjkl-3210 cfhij-degkl-4166 cefil-dghjk-6248 cdhjk-efgil-5060 cdfgh-eijkl-2594
cgijk-defhl-3682 cdegj-fhikl-1376 cdgkl-efhij-896 cdefl-ghijk-1088 cfgjk-dehil-3936
ceghj-dfikl-2562 cehkl-dfgij-1568 cfghk-deijl-800 chijl-defgk-704 cdfij-eghkl-512 cdehk-fgijl-288
cfhjk-degil-256 cdfil-eghjk-128 cefhk-dgijl-64
"""
